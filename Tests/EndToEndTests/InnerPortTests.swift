import TestKit
import TestSupport
import Testing

@Suite("The inner port for other servers", .waits)
struct InnerAddressTests {
    @Test("S305 The writer counts a relayed client by its own address, without and with a proxy")
    func addresses() throws {
        for words in [[], ["--trusted-proxy", "127.0.0.0/8"]] {
            let cluster = try Cluster()
            let writer = try cluster.serve(["--max-per-address", "3"] + words)
            let other = try cluster.serve(["--max-per-address", "3"] + words)
            #expect(try writer.curl("/healthz").contains(#""role":"writer""#))
            let said = try other.python(Self.opens, words.isEmpty ? [] : ["proxy"])
            #expect(said == "9 are let in, 3 are not\n")
        }
    }

    /// Opens four WebSockets from each of three addresses.
    private static let opens = #"""
        async def main():
            kept, refused = [], 0
            for number in range(12):
                address = f"127.0.0.{2 + number % 3}"
                how = ({"extra_headers": {"X-Forwarded-For": f"192.0.2.{number % 3}"}}
                    if len(sys.argv) > 2 else {"local_addr": (address, 0)})
                try:
                    ws = await websockets.connect(
                        f"ws://127.0.0.1:{PORT}/sock/1/tictactoe/websocket", **how)
                    await ws.send(init(0, "Player", f"client-{number}"))
                    await asyncio.wait_for(ws.recv(), 20)
                    kept.append(ws)
                except (OSError, websockets.WebSocketException): refused += 1
            print(len(kept), "are let in,", refused, "are not")
        asyncio.run(main())
        """#
}

@Suite("The inner port for a server's own door", .waits)
struct InnerPortTests {
    @Test("The port accepts the maximum of guests and a few more; a further one is refused")
    func limit() throws {
        let house = try TerminalHouse("--max-guests", "2")
        let script = #"""
            import os, re, socket, sys
            process = sys.argv[1]
            own = set()
            for name in os.listdir(f"/proc/{process}/fd"):
                link = f"/proc/{process}/fd/{name}"
                try: found = re.match(r"socket:\[(\d+)\]", os.readlink(link))
                except OSError: continue
                if found: own.add(found[1])
            ports = set()
            for line in open(f"/proc/{process}/net/tcp").read().splitlines()[1:]:
                words = line.split()
                if words[3] == "0A" and words[9] in own: ports.add(int(words[1].split(":")[1], 16))
            ports.discard(int(sys.argv[2]))
            assert len(ports) == 1, ports
            port = ports.pop()
            lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(80)]
            ended = 0
            for line in lines[60:]:
                line.settimeout(20)
                # Whoever was let in asks for something and is answered.
                try:
                    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    if not line.recv(1): ended += 1
                except ConnectionError: ended += 1
            print(ended)
            """#
        let port = String(house.address.split(separator: ":").last ?? "")
        let seen = try PipedProgram.run(
            "/usr/bin/python3", ["-c", script, "\(house.host.process)", port])
        // The door itself has one or two connections.
        let ended = Int(seen.text.split(whereSeparator: \.isWhitespace).first ?? "") ?? 0
        #expect((14...17).contains(ended), "\(seen.text)")
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync", "lin")
    }
}
