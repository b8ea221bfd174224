"""A mail server for tests: takes mail on a free port, and writes what Python's own parser makes of it.

    server.py FOLDER OPTIONS

OPTIONS is JSON: tls ("starttls", "smtps" or "none"), password (of the user "runrate"), replies (what
an address is answered with, one after the other), hang ("data" or "connect"), limit (bytes of a mail).
Prints its port; ends when its standard input does.
"""

import asyncio
import email
import email.policy
import json
import os
import socket
import ssl
import subprocess
import sys
import threading

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult

folder, options = sys.argv[1], json.loads(sys.argv[2])
received = []


def part(message):
    content = message.get_content()
    text = content if isinstance(content, str) else None
    size = None if text is not None else len(content)
    return {"type": message.get_content_type(), "name": message.get_filename(), "text": text, "size": size}


def defects(message):
    return [repr(d) for p in message.walk() for d in list(p.defects) + [d for v in p.values() for d in v.defects]]


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        replies = options.get("replies", {}).get(address, [])
        reply = replies.pop(0) if replies else "250 OK"
        if reply.startswith("250"):
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, server, session, envelope):
        if options.get("hang") == "data":
            await asyncio.sleep(3600)
        message = email.message_from_bytes(envelope.content, policy=email.policy.SMTP)
        lines = envelope.content.split(b"\r\n")
        received.append({
            "tls": server.transport.get_extra_info("ssl_object") is not None, "from": envelope.mail_from, "to": envelope.rcpt_tos,
            "headers": [[name, str(value)] for name, value in message.items()],
            "parts": [part(p) for p in message.walk() if not p.is_multipart()],
            "defects": defects(message), "longest": max(map(len, lines)),
            "isASCII": all(byte < 128 for byte in envelope.content),
            "isCRLF": b"\n" not in envelope.content.replace(b"\r\n", b""),
        })
        with open(f"{folder}/received.new", "w") as file:
            json.dump(received, file)
        os.rename(f"{folder}/received.new", f"{folder}/received.json")
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    with open(f"{folder}/logins", "a") as file:
        file.write(f"{mechanism}\n")
    right = data.login == b"runrate" and data.password == options["password"].encode()
    return AuthResult(success=right, handled=False)


def certificate():
    key, made = f"{folder}/key.pem", f"{folder}/certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-keyout", key, "-out", made, "-days", "2", "-subj", "/CN=test",
         "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made, key)
    return context


def hang():
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(8)
    print(listening.getsockname()[1], flush=True)
    sys.stdin.read()


def serve():
    tls = options.get("tls", "starttls")
    context = certificate() if tls != "none" else None

    class Server(Controller):
        def factory(self):
            return SMTP(
                self.handler, hostname="mail.test",
                tls_context=context if tls == "starttls" else None,
                auth_require_tls=tls != "none", data_size_limit=options.get("limit", 33_554_432),
                authenticator=authenticate if "password" in options else None)

    probe = socket.socket()
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
    probe.close()
    server = Server(
        Handler(), hostname="127.0.0.1", port=port, ssl_context=context if tls == "smtps" else None)
    server.start()
    print(port, flush=True)
    sys.stdin.read()
    threading.Timer(2, os._exit, [0]).start()
    server.stop()


hang() if options.get("hang") == "connect" else serve()
