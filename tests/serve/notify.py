"""Turn notifications when no page is open, by mail and by webhook, sent to our own test receivers.

Usage: notify.py SKERRY
"""
import concurrent.futures
import http.client
import re
import sys
import time

from client import Player, Server, Tap
from receivers import Hook, Smtp, confirm_address, until

tap = Tap()
skerry = sys.argv[1]


SOON = 2.3  # a player who is away for a second gets a message within the next one
cases = []


def run(name, function, hook=True, mail=True):
    def case():
        smtp, post = Smtp(), Hook()
        extra = ["--notify-after", "1"]
        extra += ["--mail", smtp.url, "--mail-from", "skerry@club.example"] if mail else []
        extra += ["--webhook", post.url] if hook else []
        try:
            with Server(skerry, extra=extra) as server:
                function(server, smtp, post)
        finally:
            smtp.shutdown()
            post.shutdown()
    cases.append((name, case))


def game(server, one, two, name="Nøkken"):
    key = one.ask("create", game="takara", seats=[{"who": "me"}, {"who": "open"}], options={}, name=name,
                  clock={"kind": "days", "days": 3})["table"]
    two.open(table=key)
    two.ask("sit", seat=2)
    one.open(table=key)
    one.ask("start")
    for who in (one, two):
        who.open(table=key)
    return key


def turns(first, second):
    """Returns the player to move and the one who waits."""
    return (first, second) if first.turn() else (second, first)


def address(server, smtp, hook):
    guest = Player(server)
    answer = guest.ask("notify")
    assert answer["mail"] == {"offered": True, "address": "", "waits": ""} and answer["webhook"] == {"offered": True, "on": True}
    for bad in ("x", "a@b", "a b@example.org", "a@example.org\r\nBcc: x@example.org", "<a@example.org>", "a@@example.org",
                "x" * 130 + "@example.org", "ü@example.org"):
        assert guest.refused("notify-mail", address=bad)["status"] == "syntax", bad
    assert guest.refused("notify-code", code="123456")["status"] == "turn"
    guest.ask("notify-mail", address="marit@example.org")
    until(lambda: smtp.mails)
    code = re.search(r"The code is (\d{6})\.", smtp.mails[0][1].get_content()).group(1)
    wrong = "%06d" % ((int(code) + 1) % 1000000)
    for left in (4, 3, 2, 1, 0):
        assert f"{left} tries" in guest.refused("notify-code", code=wrong)["text"]
    assert guest.refused("notify-code", code=code)["status"] == "turn", "a code can be guessed without limit"
    confirm_address(guest, smtp, "marit@example.org")
    guest.ask("notify-mail", address="ansel@example.org")
    assert guest.refused("notify-mail", address="bo@example.org")["status"] == "limit", "codes can be requested without limit"
    server.stop()
    server.start()
    again = Player(server, guest.cookie)
    assert again.ask("notify")["mail"]["address"] == "marit@example.org", "a restart forgot the address"
    assert again.ask("notify-mail", address="")["mail"]["address"] == ""


def one_each(server, smtp, hook):
    one, two = Player(server), Player(server)
    one.ask("name", name="Marit")
    two.ask("name", name="Ansel")
    for who, to in ((one, "marit@example.org"), (two, "ansel@example.org")):
        confirm_address(who, smtp, to)
    del smtp.mails[:]
    key = game(server, one, two)
    time.sleep(SOON)
    assert not smtp.mails and not hook.posts, "a player with an open page got a message"
    mover, other = turns(one, two)
    to = "marit@example.org" if mover is one else "ansel@example.org"
    mover.close()
    until(lambda: smtp.mails and hook.posts)
    rcpt, mail = smtp.mails[0]
    text = mail.get_content()
    assert rcpt == [to] and mail["subject"] == "Your turn: Takara Island, table Nøkken", mail["subject"]
    assert f"/t/{key}" in text and "Nøkken" in text and "UTC" in text, text
    kind, post = hook.posts[0]
    assert kind == "application/json" and post["event"] == "turn" and post["table"] == "Nøkken" and post["game"] == "takara"
    assert post["link"].endswith(f"/t/{key}") and post["name"] == mover.me["name"] or post["name"] in ("Marit", "Ansel")
    assert 2.9 * 86400e3 < post["due"] - time.time() * 1000 < 3.1 * 86400e3
    server.stop()
    server.start()
    time.sleep(SOON)
    assert len(smtp.mails) == 1 and len(hook.posts) == 1, "there must be one message per turn"
    back, wait = Player(server, mover.cookie), Player(server, other.cookie)
    for who in (back, wait):
        who.open(table=key)
    wait.close()
    back.play_turn()
    until(lambda: len(smtp.mails) == 2)
    assert smtp.mails[1][0] != [to], "the mail for the next turn must go to the other player"
    stop = re.search(r"http://\S+(/stop/\S+)", smtp.mails[1][1].get_content()).group(1)
    assert stop in smtp.mails[1][1]["list-unsubscribe"] and "One-Click" in smtp.mails[1][1]["list-unsubscribe-post"]
    answer, page = server.get(stop)
    assert answer.status == 200 and b"<form method=post" in page, "opening the link must not stop the messages, because some mail programs open links"
    bad = stop[:-2] + ("AA" if stop[-2:] != "AA" else "BB")
    for path, status in ((bad, 404), (stop, 200), (stop, 404)):
        conn = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        conn.request("POST", path, body="List-Unsubscribe=One-Click", headers={"Content-Type": "application/x-www-form-urlencoded"})
        assert conn.getresponse().status == status, (path, status)
        conn.close()
    wait = Player(server, other.cookie)
    assert wait.ask("notify")["mail"]["address"] == ""
    wait.ask("notify-hook", on=False)
    wait.open(table=key)
    back.open(table=key)
    wait.play_turn()
    back.wait_turn()
    wait.close()
    mails, posts = len(smtp.mails), len(hook.posts)
    back.play_turn()
    time.sleep(SOON)
    assert (len(smtp.mails), len(hook.posts)) == (mails, posts), "a player who stopped the messages still gets them"


def failures(server, smtp, hook):
    """A receiver that fails does not block the server and gets the message again. After a permanent refusal, it does
    not."""
    one, two = Player(server), Player(server)
    confirm_address(one, smtp, "marit@example.org")
    confirm_address(two, smtp, "ansel@example.org")
    del smtp.mails[:]
    hook.codes[:] = [500]
    smtp.refuse[:] = ["451 later"]
    game(server, one, two)
    mover, other = turns(one, two)
    mover.close()
    until(lambda: len(hook.posts) == 1)
    began = time.time()
    other.ask("ping")
    assert time.time() - began < 1, "the event loop waits for the receiver"
    until(lambda: smtp.mails and len(hook.posts) == 2, 20)
    log = open(server.log.name).read()
    assert "what=letter-failed by=mail try=1 code=451 over=0" in log and "by=webhook try=1 code=500" in log, log[-600:]
    text = server.get("/metrics")[1].decode()
    assert "skerry_letters_sent_total 4" in text and "skerry_letters_failed_total 0" in text, text
    smtp.refuse[:] = ["550 nobody"]
    server.stop()
    server.start()
    third = Player(server)
    third.ask("notify-mail", address="nobody@example.org")
    until(lambda: "code=550 over=1" in open(server.log.name).read())


def without(server, smtp, hook):
    guest = Player(server)
    assert guest.ask("notify")["mail"]["offered"] is False
    assert "sends no mail" in guest.refused("notify-mail", address="a@example.org")["text"]


run("an address is proved by its code", address)
run("one for each turn, with no page open; stopped by the link in it", one_each)
run("receivers that fail", failures)
run("a house that sends nothing", without, hook=False, mail=False)
with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:  # each case has its own house and mostly waits
    running = [(name, pool.submit(case)) for name, case in cases]
    for name, case in running:
        tap.run(name, case.result)
tap.done()
