"""The page in a real browser: browser.py FOLDER [CHROMIUM] serves the folder, types into the page, presses its buttons and reads the answers.

The browser has no window and is told what to do by the DevTools protocol over a pipe.
"""

import fcntl
import functools
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

# What an answer may take, s; the first one includes the start of a worker and of the module.
PATIENCE = 60

# How long an answer took: one run, and what later ones took where the first one was short enough to be repeated.
DURATION = r"\d+(\.\d+)?(e\+\d+)? (s|ms|µs|ns)"
TIME = re.compile(rf"Time: {DURATION}(, the mean of \d+ runs; {DURATION} the first time, when tables are made)?\.")

CASES = [
    ("product", "97", "3*x^2 - x + 7", "x + 1", "3*x^3 + 2*x^2 + 6*x + 7", "product over zn:97, 3 by 2 coefficients: schoolbook"),
    ("gcd", "2^61 - 1", "(x + 2)*(x^2 + 7)", "(x + 3)*(x + 2)", "x + 2", "common divisor over zn:2305843009213693951"),
    ("factors", "97", "(x + 3)^2*(x^2 + 5)", "", "1 * (x + 3)^2 * (x^2 + 5)", "factorization over zn:97, 5 coefficients"),
    ("roots", "97", "[6, -5, 1]", "", "2, 3", "roots over zn:97, 3 coefficients"),
    ("ntt", "17", "[1, 1]", "", "2, 0", "transform over zn:17, 2 values"),
]


class Browser:
    """A browser with one page, and the commands to it."""

    def __init__(self, program, profile):
        to_browser, from_us = os.pipe()
        to_us, from_browser = os.pipe()

        # the browser reads commands at 3 and writes events at 4, which the shell opens from numbers above both
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in [to_browser, from_browser]]
        numbered = ["sh", "-c", f'exec "$0" "$@" 3</dev/fd/{ends[0]} 4>/dev/fd/{ends[1]}']
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", f"--user-data-dir={profile}"]
        self.process = subprocess.Popen([*numbered, program, *options], pass_fds=ends, stderr=subprocess.DEVNULL)
        for end in [to_browser, from_browser, *ends]:
            os.close(end)
        self.commands, self.events = os.fdopen(from_us, "wb"), os.fdopen(to_us, "rb")
        self.number, self.session = 0, None
        page = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]

    def call(self, method, **parameters):
        """What a command gives."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters} | ({"sessionId": self.session} if self.session else {})
        self.commands.write(json.dumps(message).encode() + b"\0")
        self.commands.flush()
        while True:
            answer = json.loads(self.message())
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def message(self):
        found = bytearray()
        while (byte := self.events.read(1)) != b"\0":
            if not byte:
                raise RuntimeError("the browser ended")
            found += byte
        return found

    def value(self, expression):
        """The value of an expression of JavaScript on the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression):
        """Waits until an expression holds."""
        end = time.monotonic() + PATIENCE
        while not self.value(expression):
            if time.monotonic() > end:
                raise RuntimeError(f"waited in vain for {expression}; the page: {self.value('document.body.innerText')}")
            time.sleep(0.05)

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait(f"location.href.startsWith({json.dumps(url)}) && document.readyState === 'complete'")

    def end(self):
        self.process.kill()
        self.process.wait()


class Quiet(SimpleHTTPRequestHandler):
    """Files, without a line for each."""

    def log_message(self, *_):
        pass


def check(browser, address):
    """Runs the cases; an assertion fails where the page is wrong."""
    browser.open(address)
    for op, n, a, b, result, choice in CASES:
        for name, text in [("n", n), ("a", a), ("b", b)]:
            browser.value(f"document.forms[0].elements.{name}.value = {json.dumps(text)}")
        browser.value(f"document.querySelector('button[value={op}]').click()")
        browser.wait("['done', 'failed'].includes(document.querySelector('#output').dataset.state)")
        found = {name: browser.value(f"document.querySelector('#{name}')?.textContent") for name in ["result", "choices", "time"]}
        assert found["result"] == result, (op, found, browser.value("document.body.innerText"))
        assert choice in found["choices"], (op, found)
        assert TIME.fullmatch(found["time"]), (op, found)
    # a link computes when it is opened; an error is shown
    browser.open(address + "?op=ntt&n=97&a=x%5E100")
    browser.wait("document.querySelector('#output').dataset.state === 'failed'")
    shown = browser.value("document.querySelector('#output').textContent")
    assert shown == "no element has order 128 modulo 97", shown
    # a long computation can be stopped, and the page goes on
    browser.value("document.forms[0].elements.n.value = '2^61 - 1'; document.forms[0].elements.a.value = '(x^2 + x + 1)^4000 + x + 3'")
    browser.value("document.querySelector('button[value=factors]').click()")
    browser.wait("!document.querySelector('#stop').hidden")
    browser.value("document.querySelector('#stop').click()")
    browser.value("document.forms[0].elements.a.value = 'x + 1'; document.querySelector('button[value=roots]').click()")
    browser.wait("document.querySelector('#result')?.textContent === '2305843009213693950'")


def main(folder, program="chromium"):
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            check(browser, f"http://127.0.0.1:{server.server_port}/")
        finally:
            browser.end()
    print(f"the page: {len(CASES)} computations, an error and a stopped one are right in a browser")


if __name__ == "__main__":
    main(*sys.argv[1:])
