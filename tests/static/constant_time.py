#!/usr/bin/env python3
"""Checks that secrets are compared only with secret_equal (src/serve/wire/secret.h): constant_time.py ROOT

Looks at every call of a comparison that stops at the first difference, and at every use of libsodium's own
comparison. A call with a secret among its arguments fails, unless FINE lists it with a reason.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

tap = Tap()
root = pathlib.Path(sys.argv[1])
EARLY = "memcmp|strcmp|strncmp|strcasecmp|strncasecmp|bcmp|strstr|strcoll"
# Names that stand for secrets: a whole name, its last part (`job->hash`, `settings->key`) or its first part
# (`token_hash`).
SECRET = r"token|hash|key|mark|invite|watch|secret|cookie|commit|share|code|bearer|pass|password|tag|fresh|good|wanted|unconfirmed|auth|mac|digest"
# Exceptions: these compare public words, or values already found by a hash.
FINE = {
    ("request.c", "strcmp(m->name, key)"): "name of a request member",
    ("host_api.c", "strcasecmp(table->code, name)"): "sent by the host, who sees every code; codes are made to be read aloud",
    ("save_retry.c", "strcmp(job->key, key)"): "name of a setting",
    ("people.c", "strstr(tokens, hex)"): "stored hashes against our own hash; neither comes from outside",
}


def calls(text):
    """Yields every early-exit comparison with its line number and arguments, including multi-line calls."""
    for found in re.finditer(rf"(?<![\w>.])({EARLY})\(", text):
        depth, at = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        yield text.count("\n", 0, found.start()) + 1, " ".join(text[found.start():at].split())


def secret_names(call):
    inside = re.sub(r'"(\\.|[^"\\])*"', '""', call.split("(", 1)[1])
    names = re.findall(r"[A-Za-z_]\w*", inside)
    return [name for name in names if re.search(rf"(^|_)({SECRET})s?(_|$)", name.lower())]


def has_literal(call):
    """True if the call compares with a string literal, which is no secret because it is in the source."""
    return re.fullmatch(r'\w+\([^"]*, "[^"]*"(, [^"]*)?\)', call) is not None


def files():
    yield from sorted((root / "src/serve").rglob("*.[ch]"))
    yield root / "src/cli/admin.c"
    yield root / "src/cli/serve.c"


def early():
    seen, wrong, fine = 0, [], set()
    for path in files():
        if not path.exists():
            continue
        for line, call in calls(path.read_text()):
            seen += 1
            if not secret_names(call) or has_literal(call):
                continue
            if (path.name, call) in FINE:
                fine.add((path.name, call))
            else:
                wrong.append(f"{path.relative_to(root)}:{line}: {call}")
    assert seen > 60, f"found only {seen} comparisons; does this test still search the right files?"
    assert fine == set(FINE), f"listed in FINE but not found: {set(FINE) - fine}"
    assert not wrong, "use secret_equal for these, or add them to FINE with a reason:\n" + "\n".join(wrong)
    print(f"# {seen} comparisons checked")


def one_place():
    users = [p.name for p in files() if p.exists() and "sodium_memcmp" in p.read_text()]
    assert users == ["secret.h"], f"sodium_memcmp is called in {users}; call secret_equal"
    uses = sum(len(re.findall(r"\bsecret_equal(_text)?\(", p.read_text())) for p in files() if p.exists() and p.name != "secret.h")
    assert uses >= 18, f"secret_equal is called only {uses} times"


def itself():
    """The search finds unsafe calls and ignores harmless ones."""
    bad = 'if (memcmp(sock->token,\n job->hash, 32) == 0 || strcmp(given, desk->invite) == 0 || strcasecmp(table->code, x))'
    assert len([c for _, c in calls(bad) if secret_names(c)]) == 3
    fine = 'strcmp(path, "/ws") == 0; strncmp(at, "skerry-house=", 13); strcmp(key, "host.closed")'
    assert all(has_literal(c) or not secret_names(c) for _, c in calls(fine))


tap.run("the finder finds what it must", itself)
tap.run("nothing secret is compared byte by byte until the first difference", early)
tap.run("one function compares secrets", one_place)
tap.done()
