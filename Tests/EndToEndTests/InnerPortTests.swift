import TestKit
import TestSupport
import Testing

@Suite("The inner port for a server's own door", .waits)
struct InnerPortTests {
    @Test("The port accepts the maximum of guests and a few more; a further one is refused")
    func limit() throws {
        let house = try House("--max-guests", "2")
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
        let lin = try Person("lin", visiting: house)
        lin.sees("in sync", "lin")
    }
}
