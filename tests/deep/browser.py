"""Headless Chromium for the tests of pages."""

import base64
import json
import os
import select
import shutil
import subprocess
import time


def find_chromium():
    """The program, or None."""
    return next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)


class Browser:
    """Chromium, driven over a pipe (DevTools protocol)."""

    def __init__(self, program, folder):
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()

        def descriptors():
            # Copies first: the pipes may themselves be 3 or 4.
            read, write = os.dup(to_read), os.dup(from_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             f"--user-data-dir={folder}/profile", "--no-first-run", "--disable-extensions", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=descriptors, close_fds=False)
        os.close(to_read)
        os.close(from_write)
        self.out, self.inp = os.fdopen(to_write, "wb", 0), os.fdopen(from_read, "rb", 0)
        self.number, self.rest, self.session, self.events = 0, b"", None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def read(self):
        while b"\0" not in self.rest:
            if not select.select([self.inp], [], [], 60)[0]:
                self.process.kill()
                raise RuntimeError("Chromium has not answered for 60 seconds")
            more = self.inp.read(1 << 16)
            if not more:
                raise RuntimeError("Chromium has ended")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def run(self, script):
        """The value of an expression of the page; a promise is awaited."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def open(self, path, ready="document.querySelector('footer') !== null"):
        self.call("Page.navigate", url=path.resolve().as_uri())
        self.until(ready)

    def until(self, script):
        end = time.monotonic() + 30
        while not self.run(script):
            if time.monotonic() > end:
                raise RuntimeError(f"not true after 30 seconds: {script}")
            time.sleep(0.02)

    def key(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode={"Enter": 13, "Tab": 9}.get(key, 0),
                      **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}))

    def width(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def picture(self, path, clip=None):
        time.sleep(0.5)
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = clip or {"x": 0, "y": 0, "width": size["width"], "height": size["height"]}
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip={**clip, "scale": 1})
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self):
        self.process.terminate()
        self.process.wait()
