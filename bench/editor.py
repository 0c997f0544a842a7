#!/usr/bin/env python3
"""Measures how long an editor waits for diagnostics: from a change to what `warplint lsp` says of it.

    bench/editor.py PROGRAM FILE [OPTION of `warplint lsp`]...

The file is opened, then a line in its middle is inserted or moved twenty times, each time when the
diagnostics of the last change have come. The time on the clock contains the debounce; the processor
time is that of all processes of the analysis.
"""

import json
import os
import statistics
import subprocess
import sys
import time

CHANGES = 20


class Server:
    def __init__(self, command, folder):
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def send(self, **message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("the server has ended")
            if not line.strip():
                return json.loads(self.process.stdout.read(length))
            name, value = line.split(b":", 1)
            if name.lower() == b"content-length":
                length = int(value)

    def answer(self, number):
        while self.receive().get("id") != number:
            pass

    def diagnostics(self, version):
        while True:
            message = self.receive()
            parameters = message.get("params") or {}
            if (message.get("method") == "textDocument/publishDiagnostics"
                    and parameters.get("version") == version):
                return parameters["diagnostics"]

    def processor_time(self):
        """Seconds of the processes that it has started and that have ended: proc(5), cutime and cstime."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, file, options = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
    with open(file, encoding="utf-8") as source:
        text = source.read()
    server = Server([program, "lsp", *options], os.path.dirname(file))
    capabilities = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}
    server.send(id=1, method="initialize",
                params={"rootUri": "file://" + os.path.dirname(file), "capabilities": capabilities})
    server.answer(1)
    server.send(method="initialized", params={})
    document = {"uri": "file://" + file, "languageId": "cuda-cpp", "version": 1, "text": text}
    start = time.monotonic()
    server.send(method="textDocument/didOpen", params={"textDocument": document})
    server.diagnostics(1)
    print(f"{file}: {text.count(chr(10))} lines, opened in {1000 * (time.monotonic() - start):.0f} ms")

    middle = {"line": text.count("\n") // 2, "character": 0}
    clock, processor, found = [], [], []
    for version in range(2, 2 + CHANGES):
        change = {"range": {"start": middle, "end": middle}, "text": " " if version % 2 else "// x\n"}
        before, start = server.processor_time(), time.monotonic()
        server.send(method="textDocument/didChange",
                    params={"textDocument": {"uri": document["uri"], "version": version},
                            "contentChanges": [change]})
        found = server.diagnostics(version)
        clock.append(1000 * (time.monotonic() - start))
        processor.append(1000 * (server.processor_time() - before))
    for name, values in (("from a change to its diagnostics", clock),
                         ("processor time of the analysis", processor)):
        print(f"{name}: median {statistics.median(values):.0f} ms"
              f" ({min(values):.0f} to {max(values):.0f})")
    print(f"{len(found)} diagnostics; {CHANGES} changes; load {os.getloadavg()[0]:.1f}")
    server.send(id=2, method="shutdown")
    server.answer(2)
    server.send(method="exit")
    return server.process.wait()


if __name__ == "__main__":
    sys.exit(main())
