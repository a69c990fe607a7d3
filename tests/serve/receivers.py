"""Test receivers for the server's messages: a mail server and a webhook, and a helper that confirms an address."""
import email
import email.policy
import http.server
import json
import re
import socketserver
import threading
import time


class Smtp(socketserver.ThreadingTCPServer):
    """Accepts mail. `refuse`: replies to send instead for the first recipients."""

    allow_reuse_address = True
    daemon_threads = True

    class Talk(socketserver.StreamRequestHandler):
        def say(self, line):
            self.wfile.write(line.encode() + b"\r\n")

        def handle(self):
            self.say("220 here")
            to = []
            while line := self.rfile.readline().decode().strip():
                word = line.split(" ")[0].upper()
                if word in ("EHLO", "HELO"):
                    self.say("250 here")
                elif word == "RCPT" and self.server.refuse:
                    self.say(self.server.refuse.pop(0))
                elif word == "RCPT":
                    to.append(re.search(r"<(.*)>", line).group(1))
                    self.say("250 fine")
                elif word == "DATA":
                    self.say("354 go on")
                    body = b""
                    while (part := self.rfile.readline()) != b".\r\n":
                        body += part
                    self.server.mails.append((to, email.message_from_bytes(body, policy=email.policy.default)))
                    self.say("250 taken")
                elif word == "QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 fine")

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Smtp.Talk)
        self.mails, self.refuse = [], []
        self.url = f"smtp://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Hook(http.server.ThreadingHTTPServer):
    daemon_threads = True

    class Talk(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            self.server.posts.append((self.headers["content-type"], json.loads(body)))
            self.send_response(self.server.codes.pop(0) if self.server.codes else 204)
            self.end_headers()

        def log_message(self, *_):
            pass

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Hook.Talk)
        self.posts, self.codes = [], []
        self.url = f"http://127.0.0.1:{self.server_address[1]}/turns"
        threading.Thread(target=self.serve_forever, daemon=True).start()


def until(what, seconds=15):
    end = time.time() + seconds
    while not what():
        assert time.time() < end, "timed out waiting"
        time.sleep(0.05)


def confirm_address(player, smtp, address):
    before = len(smtp.mails)
    assert player.ask("notify-mail", address=address)["mail"] == {"offered": True, "address": "", "waits": address}
    until(lambda: len(smtp.mails) > before)
    to, mail = smtp.mails[-1]
    assert to == [address] and address in mail["to"] and "skerry@club.example" in mail["from"], mail
    code = re.search(r"The code is (\d{6})\.", mail.get_content()).group(1)
    assert player.ask("notify-code", code=code)["mail"] == {"offered": True, "address": address, "waits": ""}
