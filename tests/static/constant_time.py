#!/usr/bin/env python3
"""Secrets are compared by secret_equal (src/serve/wire/secret.h) and by nothing else: constant_time.py ROOT

Looks at every call of a compare that stops at the first difference, and at every use of libsodium's own. What names a secret
in its arguments is refused, unless it stands below with its reason.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

tap = Tap()
root = pathlib.Path(sys.argv[1])
EARLY = "memcmp|strcmp|strncmp|strcasecmp|strncasecmp|bcmp|strstr|strcoll"
# Words that secrets go by here: as a whole name, as its end (`job->hash`, `desk->key`) or as its beginning (`token_hash`).
SECRET = r"token|hash|key|mark|invite|watch|secret|cookie|commit|share|code|bearer|pass|password|tag|fresh|good|wanted|auth|mac|digest"
# What is compared is a word of ours that anybody may read, or was looked up by a hash before.
FINE = {
    ("request.c", "strcmp(m->name, key)"): "the name of a member of a request",
    ("host_api.c", "strcasecmp(table->code, name)"): "the host asks, who sees every code; they are made to be said aloud",
    ("save_retry.c", "strcmp(job->key, key)"): "the name of a setting",
    ("people.c", "strstr(tokens, hex)"): "hashes of the store against a hash of our own; nobody outside gives either",
}


def calls(text):
    """Every early compare with its arguments, line breaks and all."""
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


def words_only(call):
    """A name held against a word that stands in the source is no secret: whoever reads this knows it."""
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
            if not secret_names(call) or words_only(call):
                continue
            if (path.name, call) in FINE:
                fine.add((path.name, call))
            else:
                wrong.append(f"{path.relative_to(root)}:{line}: {call}")
    assert seen > 60, f"only {seen} compares found: does this test still look at the right place?"
    assert fine == set(FINE), f"not there any more: {set(FINE) - fine}"
    assert not wrong, "compare these with secret_equal, or say in FINE why not:\n" + "\n".join(wrong)
    print(f"# {seen} compares looked at")


def one_place():
    users = [p.name for p in files() if p.exists() and "sodium_memcmp" in p.read_text()]
    assert users == ["secret.h"], f"sodium_memcmp is called in {users}; call secret_equal"
    uses = sum(len(re.findall(r"\bsecret_equal(_text)?\(", p.read_text())) for p in files() if p.exists() and p.name != "secret.h")
    assert uses >= 18, f"secret_equal is called {uses} times"


def itself():
    """The finder finds what it must, and lets be what is harmless."""
    bad = 'if (memcmp(sock->token,\n job->hash, 32) == 0 || strcmp(given, desk->invite) == 0 || strcasecmp(table->code, x))'
    assert len([c for _, c in calls(bad) if secret_names(c)]) == 3
    fine = 'strcmp(path, "/ws") == 0; strncmp(at, "skerry-house=", 13); strcmp(key, "host.closed")'
    assert all(words_only(c) or not secret_names(c) for _, c in calls(fine))


tap.run("the finder finds what it must", itself)
tap.run("nothing secret is compared byte by byte until the first difference", early)
tap.run("one function compares secrets", one_place)
tap.done()
