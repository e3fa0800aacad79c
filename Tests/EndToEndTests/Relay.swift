import Testing

/// A relay between a program and its server, or several servers that it uses in turn. It can break
/// the connections through it.
final class Relay {
    private let program: PipedProgram
    let port: UInt16

    convenience init(to port: UInt16) throws { try self.init(to: [port]) }

    /// A port without a listener is skipped.
    init(to ports: [UInt16]) throws {
        let words = ports.map { "\($0)" }
        program = try PipedProgram("/usr/bin/python3", ["-c", Self.python] + words)
        let line = try #require(program.line(), "the relay did not begin")
        self.port = try #require(UInt16(line))
    }

    /// The relay's address, in the form for `--server`.
    var address: String { "127.0.0.1:\(port)" }

    /// Breaks all connections, like a cable that is pulled out.
    func cut() { does("cut") }

    /// Breaks all connections, and accepts none until `restore`.
    func interrupt() { does("interrupt") }

    func restore() { does("restore") }

    /// Keeps all connections open, and relays nothing on them any more, in either direction.
    func swallow() { does("swallow") }

    /// Delays everything on all connections, also on new ones, until `restore`, like a network that
    /// fails for a while.
    func stall() { does("stall") }

    private func does(_ command: String) {
        program.says(command)
        #expect(program.line() == command)
    }

    private static let python = """
        import asyncio, sys
        class Pair:
            def __init__(self, *writers):
                self.writers, self.swallows = writers, False
        flowing = asyncio.Event()
        flowing.set()
        pairs, is_open, ports = set(), True, [int(port) for port in sys.argv[1:]]
        async def connect():
            for _ in ports:
                ports.append(ports.pop(0))
                try:
                    return await asyncio.open_connection("127.0.0.1", ports[-1])
                except OSError:
                    pass
            raise OSError
        async def pump(reader, writer, pair):
            try:
                while data := await reader.read(65536):
                    await flowing.wait()
                    if not pair.swallows:
                        writer.write(data)
                        await writer.drain()
            except OSError:
                pass
            finally:
                writer.close()
        def abort(pair):
            for writer in pair.writers:
                writer.transport.abort()
        async def relay(reader, writer):
            if not is_open:
                return writer.transport.abort()
            try:
                far_reader, far_writer = await connect()
            except OSError:
                return writer.transport.abort()
            pair = Pair(writer, far_writer)
            pairs.add(pair)
            await asyncio.gather(pump(reader, far_writer, pair), pump(far_reader, writer, pair))
        async def main():
            global is_open
            server = await asyncio.start_server(relay, "127.0.0.1", 0)
            print(server.sockets[0].getsockname()[1], flush=True)
            loop = asyncio.get_running_loop()
            while command := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
                is_open = command != "interrupt"
                flowing.clear() if command == "stall" else flowing.set()
                for pair in pairs:
                    if command == "swallow":
                        pair.swallows = True
                    elif command in ("cut", "interrupt"):
                        abort(pair)
                if command in ("cut", "interrupt"):
                    pairs.clear()
                print(command, flush=True)
        asyncio.run(main())
        """
}
