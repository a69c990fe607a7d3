#!/usr/bin/env python3
"""Tests the store on a real PostgreSQL server: postgres.py TEST-PROGRAM

Starts PostgreSQL in a temporary folder, as an unprivileged user and only on a Unix socket. Runs the test program,
which reports its own results, and removes everything again. `postgres.py --restart FOLDER` kills the server and
restarts it.
"""
import contextlib
import glob
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile


def find(name):
    here = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda path: int(path.split("/")[4]))
    return here[-1] if here else shutil.which(name)


def user():
    """PostgreSQL does not run as root, so use its own user, or nobody."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    return None


def call(*args):
    who = user()
    as_user = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []} if who else {}
    return subprocess.run(args, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          cwd="/", **as_user)


def start(folder):
    options = f"-k {folder} -c listen_addresses= -c max_connections=40"
    return call(find("pg_ctl"), "-D", f"{folder}/db", "-l", f"{folder}/log", "-w", "-t", "60", "-o", options, "start")


def stop(folder, mode):
    return call(find("pg_ctl"), "-D", f"{folder}/db", "-w", "-t", "60", "-m", mode, "stop")


def rows(url, sql):
    """The rows of a query, as lists of strings."""
    output = subprocess.run([find("psql"), url, "-X", "-A", "-t", "-q", "-F", "\x1f", "-R", "\x1e", "-c", sql], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=True).stdout
    return [row.split("\x1f") for row in output.strip("\n").split("\x1e") if row]


def is_installed():
    return find("initdb") and find("pg_ctl")


@contextlib.contextmanager
def database():
    """Starts a temporary server. Yields its folder and address."""
    folder = tempfile.mkdtemp(prefix="skerry-pg-")
    try:
        if user():
            os.chown(folder, user().pw_uid, user().pw_gid)
        for step in (lambda: call(find("initdb"), "-D", f"{folder}/db", "-U", "skerry", "-A", "trust", "-E", "UTF8",
                                  "--locale=C.UTF-8"), lambda: start(folder)):
            done = step()
            if done.returncode:
                print(f"Bail out! PostgreSQL does not start: {done.stderr.strip().splitlines()[-1:]}")
                sys.exit(1)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that everything is cleaned up
        yield folder, f"postgresql:///postgres?host={folder}&user=skerry"
    finally:
        if os.path.exists(f"{folder}/db/postmaster.pid"):
            stop(folder, "fast")
        shutil.rmtree(folder, ignore_errors=True)


def main():
    if sys.argv[1] == "--restart":
        stop(sys.argv[2], "immediate")  # like a kill: nothing is flushed, and the log is replayed at the next start
        return start(sys.argv[2]).returncode
    if not is_installed():
        print("1..0 # SKIP PostgreSQL is not installed (Debian: postgresql)")
        return 0
    with database() as (folder, url):
        restart = f"{shlex.quote(sys.executable)} {shlex.quote(os.path.abspath(__file__))} --restart {folder}"
        return subprocess.run(sys.argv[1:2], env={**os.environ, "SKERRY_PG": url, "SKERRY_PG_RESTART": restart}).returncode


if __name__ == "__main__":
    sys.exit(main())
