import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import TestKit
import TestSupport
import Testing

/// Programs that others have written, which know nothing of ours.
@Suite("Foreign software", .waits)
struct ForeignTests {
    private func curl(_ station: Station, _ arguments: String...) throws -> String {
        try Tool.output(of: "curl", ["-sS", "--max-time", "30"] + arguments, at: station)
    }

    @Test("curl gets what it asks for, plain and encrypted", arguments: ["http", "https"])
    func get(scheme: String) throws {
        let station = try Station(encryption: scheme == "https" ? .good : nil)
        let place = "\(scheme)://localhost:\(station.port)"
        let authority = Certificates.shared.authority
        #expect(try curl(station, "--cacert", authority, "\(place)/a%20b?c=d") == "GET /a%20b?c=d ")
        let large = try curl(station, "--cacert", authority, "\(place)/large")
        #expect(large == String(repeating: "x", count: 300_000))
    }

    @Test("curl sends a body in chunks, and one that it waits to be asked for")
    func upload() throws {
        let station = try Station()
        let place = "http://127.0.0.1:\(station.port)/up"
        let body = String(repeating: "body ", count: 10_000)
        let chunked = try Tool.output(
            of: "curl", ["-sS", "-T", "-", "--max-time", "30", place], at: station, saying: body)
        #expect(chunked == "PUT /up " + body)

        let expecting = try Tool.output(
            of: "curl",
            [
                "-sSv", "--max-time", "30", "--expect100-timeout", "30", "-H",
                "Expect: 100-continue", "--data-binary", "@-", "-o", "/dev/null", "-w",
                "\nSTATUS %{http_code} SIZE %{size_download}\n", place,
            ], at: station, saying: body)
        #expect(expecting.contains("< HTTP/1.1 100 Continue"))
        #expect(expecting.contains("\nSTATUS 200 SIZE \(body.utf8.count + 9)\n"))
    }

    @Test("curl gets no body for HEAD, and keeps its line for the next request")
    func head() throws {
        let station = try Station()
        let place = "http://127.0.0.1:\(station.port)"
        let head = try curl(station, "-I", "\(place)/large")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(head.contains("Content-Length: 300000\r\n"))

        station.run { station.connectionSet.connectionCount == 0 }
        let before = station.ends.count
        let several = try curl(station, "\(place)/1", "\(place)/2", "\(place)/3")
        #expect(several == "GET /1 GET /2 GET /3 ")
        station.run { station.connectionSet.connectionCount == 0 }
        #expect(station.ends.count == before + 1)

        let old = try curl(station, "-0", "\(place)/old")
        #expect(old == "GET /old ")
    }

    @Test(
        "openssl checks our certificate and exchanges data with us",
        arguments: ["-tls1_2", "-tls1_3"])
    func openssl(version: String) throws {
        let station = try Station(encryption: .good)
        let text = try Tool.output(
            of: "openssl",
            [
                "s_client", "-connect", "127.0.0.1:\(station.port)", version, "-ign_eof",
                "-verify_return_error", "-CAfile", Certificates.shared.authority,
                "-verify_hostname", "localhost",
            ], at: station, saying: "GET /secret HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(text.contains("Verify return code: 0 (ok)"))
        #expect(text.contains("GET /secret "))
        #expect(text.contains("Secure Renegotiation IS NOT supported") == (version == "-tls1_3"))
    }

    @Test("openssl resumes a session by its ticket")
    func resume() throws {
        let station = try Station(encryption: .good)
        let text = try Tool.output(
            of: "openssl",
            ["s_client", "-connect", "127.0.0.1:\(station.port)", "-tls1_2", "-reconnect"],
            at: station)
        #expect(text.contains("\nReused, "))
    }

    @Test("A client in Python talks to our server", arguments: [false, true])
    func pythonClient(isEncrypted: Bool) throws {
        let station = try Station(encryption: isEncrypted ? .good : nil)
        let place = "\(isEncrypted ? "wss" : "ws")://localhost:\(station.port)/ws"
        let text = try Tool.output(
            of: "/usr/bin/python3",
            ["-c", Self.client, place, isEncrypted ? Certificates.shared.authority : ""],
            at: station)
        #expect(text == "all well 1000\n")
        #expect(station.ends == [.goodbye(CloseReason(.normal))])
    }

    @Test("Our client talks to a server in Python", arguments: [false, true])
    func pythonServer(isEncrypted: Bool) throws {
        let station = try Station()
        let certificates = Certificates.shared
        let files = isEncrypted ? [certificates.path("good"), certificates.key] : []
        let server = try Tool("/usr/bin/python3", ["-c", Self.server] + files, on: station.loop)
        station.run { server.text.hasSuffix("\n") || server.hasEnded }
        let port = try #require(Int(server.text.dropLast()), "\(server.text)")
        let scheme = isEncrypted ? "wss" : "ws"
        let dialler = try station.dial("\(scheme)://localhost:\(port)/any/path?q=1")
        #expect(dialler.texts == [])
        let texts = ["", "hello", "ünï ✕○", String(repeating: "long ", count: 50_000)]
        for text in texts { dialler.send(text) }
        station.run { dialler.texts.count == texts.count || !dialler.ends.isEmpty }
        #expect(dialler.texts == texts)
        // The server now sends the next one in pieces, with a ping, and then takes leave.
        dialler.send("pieces")
        station.run { dialler.texts.count == texts.count + 1 }
        #expect(dialler.texts.last == "one two three")
        dialler.send("leave")
        station.run { !dialler.ends.isEmpty && server.hasEnded }
        let goodbye = CloseReason(.goingAway, "enough")
        #expect(dialler.ends == [.goodbye(goodbye)])
        #expect(server.text.hasSuffix("left 1001\n"), "\(server.text)")
    }

    private static let client = """
        import asyncio, ssl, sys, websockets

        async def main():
            context = ssl.create_default_context(cafile=sys.argv[2]) if sys.argv[2] else None
            async with websockets.connect(sys.argv[1], ssl=context) as socket:
                for text in ["", "hello", "ünï ✕○", "long " * 50000]:
                    await socket.send(text)
                    assert await socket.recv() == text
                await socket.send(iter(["one ", "two ", "three"]))
                assert await socket.recv() == "one two three"
                await (await socket.ping(b"are you there"))
            print("all well", socket.close_code)

        asyncio.run(asyncio.wait_for(main(), 60))
        """

    private static let server = """
        import asyncio, ssl, sys, websockets

        async def main():
            done = asyncio.Event()
            async def talk(socket):
                async for text in socket:
                    if text == "leave":
                        await socket.close(1001, "enough")
                    elif text == "pieces":
                        await (await socket.ping())
                        await socket.send(iter(["one ", "two ", "three"]))
                    else:
                        await socket.send(text)
                print("left", socket.close_code, flush=True)
                done.set()
            context = None
            if len(sys.argv) > 1:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(sys.argv[1], sys.argv[2])
            async with websockets.serve(talk, "127.0.0.1", 0, ssl=context) as server:
                print(server.sockets[0].getsockname()[1], flush=True)
                await done.wait()

        asyncio.run(asyncio.wait_for(main(), 60))
        """
}
