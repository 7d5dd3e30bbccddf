"""A real HTTP server on this machine whose answers are scripted: what a judge's endpoint may do, one reply after the other."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """Status, body and headers of one answer. `held` keeps it back until the server is told to stop; `dripping` sends its
    headers one byte at a time until then, so that no single read ever times out."""

    body: bytes | str = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    held: bool = False
    dripping: bool = False


@dataclass
class Server:
    """The running server: its address, and what it was asked."""

    url: str
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)


Script = list[Reply | Callable[[dict[str, Any]], Reply]]


@contextmanager
def serving(script: Script) -> Iterator[Server]:
    """Answers with the replies in turn, the last one again and again. A callable gets the request's JSON."""
    stop = threading.Event()
    server: Server

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
            reply = script[min(len(server.asked), len(script) - 1)]
            server.asked.append(asked)
            server.headers.append({k.lower(): v for k, v in self.headers.items()})
            server.paths.append(self.path)
            reply = reply(asked) if callable(reply) else reply
            if reply.held:
                stop.wait(5)
                return
            if reply.dripping:
                self.wfile.write(b"HTTP/1.1 200 OK\r\nx-slow: ")
                while not stop.wait(0.01):
                    try:
                        self.wfile.write(b"a")
                    except OSError:  # given up
                        return
                return
            body = reply.body.encode() if isinstance(reply.body, str) else reply.body
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    server = Server(f"http://127.0.0.1:{listening.server_address[1]}/v1")
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        stop.set()
        listening.shutdown()
        listening.server_close()
        thread.join()


def openai_text(text: str, read: int = 100, written: int = 20) -> Reply:
    """A chat completion that says `text`."""
    usage = {"prompt_tokens": read, "completion_tokens": written}
    return Reply(json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}))


def anthropic_text(text: str) -> Reply:
    body = {"content": [{"type": "text", "text": text}], "usage": {"input_tokens": 7, "output_tokens": 3}}
    return Reply(json.dumps(body))


def data_of(asked: dict[str, Any]) -> dict[str, Any]:
    """The JSON between the marker lines of a judge's question."""
    user = next(m["content"] for m in asked["messages"] if m["role"] == "user")
    mark, _, rest = user.partition("\n")
    body, _, _ = rest.rpartition(f"\n{mark}\n")
    data: dict[str, Any] = json.loads(body)
    return data


def sources_of(data: dict[str, Any]) -> dict[str, str]:
    """The source sentences by id, in the order in which they are shown."""
    return {id: text for group in data["sources"] for id, text in group["sentences"].items()}


def judging(verdict: Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]) -> Callable[[dict[str, Any]], Reply]:
    """A model that gives `verdict(claim or what is owed, data)` for each of them."""

    def reply(asked: dict[str, Any]) -> Reply:
        data = data_of(asked)
        rows = [{"id": q["id"], **verdict(q, data)} for q in (*data["claims"], *data["owed"])]
        return openai_text(json.dumps({"answers": rows}))

    return reply
