import Consistency
import TestSupport
import Testing

/// A relay between clients and a server that records all messages of both, for `Consistency`, and
/// breaks connections.
///
/// Each client has a port of its own, so that a recording names it. Compression is not offered to
/// the server, so that messages can be read.
final class RecordingRelay {
    private let program: PipedProgram
    private let file: String
    private let folder: TemporaryFolder
    private(set) var ports: [UInt16] = []

    /// Breaks every `cuts`th message, before or after it in turn; none if that is 0.
    init(to port: UInt16, for clients: [String], cuts: Int = 0) throws {
        folder = try TemporaryFolder()
        file = folder.path("recording")
        program = try PipedProgram(
            "/usr/bin/python3", ["-c", Self.python, "\(port)", file, "\(cuts)"] + clients)
        let line = try #require(program.line(), "the relay did not begin")
        ports = line.split(separator: " ").compactMap { UInt16($0) }
        try #require(ports.count == clients.count)
    }

    /// Records that no client writes any more, and relays everything from now on.
    func rest() {
        program.says("rest")
        #expect(program.line() == "rest")
    }

    /// Ends the relay, and checks its recording.
    func report() throws -> ConsistencyReport {
        program.closesInput()
        #expect(program.end() == 0)
        return ConsistencyReport(try RecordedEvent.all(in: try Files.text(file)))
    }

    private static let python = #"""
        import asyncio, itertools, json, re, struct, sys, time, urllib.parse
        PORT, FILE, CUTS = int(sys.argv[1]), open(sys.argv[2], "w"), int(sys.argv[3])
        lines, count, resting = itertools.count(1), itertools.count(1), False

        def record(client, line, kind, lost=False, **more):
            entry = {"t": time.monotonic_ns() // 1000, "client": client, "line": line, "is": kind}
            if lost: more["lost"] = True
            FILE.write(json.dumps({**entry, **more}) + "\n")

        class Cut(Exception):
            pass

        def is_cut():
            # Messages before it are passed on, so clients make progress.
            return CUTS > 0 and not resting and next(count) % CUTS == 0

        async def head(reader):
            text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *fields = text[:-4].split("\r\n")
            return first, [field.split(": ", 1) for field in fields]

        async def body(reader, fields):
            return await reader.readexactly(int(find(fields, "content-length") or 0))

        def find(fields, name):
            return next((value for key, value in fields if key.lower() == name), None)

        def joined(first, fields, content=b""):
            text = "\r\n".join([first] + [f"{key}: {value}" for key, value in fields])
            return text.encode("latin-1") + b"\r\n\r\n" + content

        # One message of a WebSocket: its bytes on the wire, its kind and its text.
        async def message(reader):
            raw, content, kind = b"", b"", None
            while True:
                start = await reader.readexactly(2)
                length, long = start[1] & 127, b""
                if length > 125:
                    long = await reader.readexactly(2 if length == 126 else 8)
                    length = int.from_bytes(long, "big")
                mask = await reader.readexactly(4) if start[1] & 128 else b""
                payload = await reader.readexactly(length)
                raw += start + long + mask + payload
                if mask:
                    key = (mask * (length // 4 + 1))[:length]
                    number = int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")
                    payload = number.to_bytes(length, "big")
                kind, content = start[0] & 15 or kind, content + payload
                if start[0] & 128 or start[0] & 8:
                    return raw, kind, content

        async def pump(reader, writer, client, line, kind):
            while True:
                raw, opcode, content = await message(reader)
                cut = opcode == 1 and is_cut()
                if opcode == 1:
                    record(client, line, kind, cut, text=content.decode())
                if cut: raise Cut
                writer.write(raw)
                await writer.drain()

        async def call(reader, writer, far_reader, far_writer, client, line):
            first, fields = await head(reader)
            upgrades = (find(fields, "upgrade") or "").lower() == "websocket"
            fields = [f for f in fields if f[0].lower() != "sec-websocket-extensions"]
            content = await body(reader, fields)
            method, target, _ = first.split(" ")
            cut = not upgrades and is_cut()
            if not upgrades:
                record(client, line, "request", cut, method=method, target=target,
                    token=find(fields, "x-simperium-token"), user=find(fields, "x-simperium-user"),
                    body=content.decode())
            if cut: raise Cut
            far_writer.write(joined(first, fields, content))
            first, fields = await head(far_reader)
            if upgrades and " 101 " in first:
                writer.write(joined(first, fields))
                return True
            content = b"" if method == "HEAD" else await body(far_reader, fields)
            cut = is_cut()
            record(client, line, "response", cut, status=int(first.split(" ")[1]),
                version=find(fields, "x-simperium-version"), body=content.decode())
            if cut: raise Cut
            writer.write(joined(first, fields, content))
            await writer.drain()
            return False

        async def relay(client, reader, writer):
            line, writers, tasks = next(lines), [writer], []
            try:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", PORT)
                writers.append(far_writer)
                while not await call(reader, writer, far_reader, far_writer, client, line): pass
                tasks = [asyncio.ensure_future(task) for task in (
                    pump(reader, far_writer, client, line, "sent"),
                    pump(far_reader, writer, client, line, "received"))]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            except (OSError, EOFError, Cut):
                pass
            finally:
                record(client, line, "closed")
                for task in tasks: task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                for each in writers: each.transport.abort()

        def serve(client):
            return asyncio.start_server(
                lambda reader, writer: relay(client, reader, writer), "127.0.0.1", 0, limit=1 << 24)

        async def main():
            global resting
            servers = [await serve(client) for client in sys.argv[4:]]
            print(*(server.sockets[0].getsockname()[1] for server in servers), flush=True)
            loop = asyncio.get_running_loop()
            while command := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
                resting = True
                record("", 0, command)
                print(command, flush=True)
            FILE.close()

        asyncio.run(main())
        """#
}
