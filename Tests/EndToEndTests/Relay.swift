import Testing

/// A machine between a program and its server, which can break the connections that go through it.
final class Relay {
    private let program: PipedProgram
    private let port: Int

    init(to port: Int) throws {
        program = try PipedProgram("/usr/bin/python3", ["-c", Self.python, "\(port)"])
        let line = try #require(program.line(), "the relay did not begin")
        self.port = try #require(Int(line))
    }

    /// Where programs connect to it, as `--server` wants it.
    var address: String { "127.0.0.1:\(port)" }

    /// Breaks all connections, as a cable does that is pulled out.
    func cut() {
        program.says("cut")
        #expect(program.line() == "cut")
    }

    private static let python = """
        import asyncio, sys
        writers = set()
        async def pump(reader, writer):
            try:
                while data := await reader.read(65536):
                    writer.write(data)
                    await writer.drain()
            except OSError:
                pass
            finally:
                writer.close()
        async def relay(reader, writer):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", int(sys.argv[1]))
            writers.update([writer, far_writer])
            await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
        async def main():
            server = await asyncio.start_server(relay, "127.0.0.1", 0)
            print(server.sockets[0].getsockname()[1], flush=True)
            loop = asyncio.get_running_loop()
            while await loop.run_in_executor(None, sys.stdin.readline):
                for writer in writers:
                    writer.transport.abort()
                writers.clear()
                print("cut", flush=True)
        asyncio.run(main())
        """
}
