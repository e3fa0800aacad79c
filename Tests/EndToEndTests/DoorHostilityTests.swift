import Glibc
import TestKit
import TestSupport
import Testing

@Suite("The door and hostile clients", .waits)
struct DoorHostilityTests {
    static let openings: [(name: String, bytes: [UInt8])] = [
        ("random bytes", (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) }),
        ("a request for a page", Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)),
        ("a long line", [UInt8](repeating: 0x41, count: 4_000)),
        (
            "a packet of two gigabytes",
            Array("SSH-2.0-x\r\n".utf8) + [0x80, 0, 0, 0] + [UInt8](repeating: 0, count: 600)
        ),
    ]

    @Test(
        "A client that doesn't speak ssh is disconnected at once, and no guest notices",
        arguments: openings)
    func nonsense(name: String, bytes: [UInt8]) throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync")
        let script = """
            import socket, sys
            for _ in range(5):
                s = socket.create_connection(('127.0.0.1', int(sys.argv[1])), 10)
                s.sendall(bytes.fromhex(sys.argv[2]))
                try:
                    while s.recv(4096): pass
                except ConnectionError: pass
            """
        let hex = bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
        let end = try PipedProgram.run("/usr/bin/python3", ["-c", script, "\(house.port)", hex])
        #expect(end.status == 0, "\(end.text)")
        lin.looksUpKeys()
    }

    @Test(
        "A guest who asks for tiny packets gets none, and others still come in",
        arguments: Tier.rows([0, 1_023], ofAll: [0, 1, 9, 10, 11, 1_023]))
    func tinyPackets(size: Int) throws {
        let house = try TerminalHouse()
        let script = """
            import paramiko, sys
            paramiko.Transport._sanitize_packet_size = lambda self, size: size
            line = paramiko.Transport(('127.0.0.1', int(sys.argv[1])))
            line.start_client(timeout=10)
            line.auth_interactive('x', lambda *questions: [])
            try:
                channel = line.open_session(max_packet_size=int(sys.argv[2]), timeout=3)
                channel.settimeout(3)
                channel.get_pty()
                channel.invoke_shell()
                print('got', len(channel.recv(1000)))
            except (paramiko.SSHException, EOFError, OSError):
                print('got 0')
            """
        let arguments = ["-c", script, "\(house.port)", "\(size)"]
        let end = try PipedProgram.run("/usr/bin/python3", arguments)
        #expect(end.text.contains("got 0"), "\(end.text)")
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync")
    }

    @Test("Endless offers of keys slow down only their sender")
    func flood() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync")
        let script = #"""
            head -c 3000000 /dev/zero | tr '\0' '?' |
                timeout --kill-after=1 5 ssh "$@" >/dev/null
            """#
        let words = ["-c", script, "sh", "-tt"] + house.options("x") + ["127.0.0.1"]
        let flood = try PipedProgram("/bin/sh", words)
        for _ in 0..<10 { lin.looksUpKeys() }
        flood.end()
        lin.sees("in sync")
    }

    @Test(
        "Ten players notice nothing of hostile clients of every kind, who leave nothing behind",
        .tier(.soak))
    func mixture() throws {
        let house = try TerminalHouse("--max-guests", "1000", "--max-guests-per-address", "1000")
        let robots = try (0..<10).map { try TerminalPerson("robot\($0)", visiting: house) }
        for robot in robots { robot.sees("against") }
        let before = try house.doorDescriptors
        let attackers = try PipedProgram(Self.attackers, ["\(house.port)", "6", "10"])
        while attackers.isRunning {
            for robot in robots { robot.looksUpKeys() }
            house.host.catchesUp()
        }
        let account = attackers.rest()
        for kind in ["noise", "a request for a page", "a packet of two gigabytes"] {
            #expect(account.contains("\(kind): hung up on "))
            #expect(!account.contains("\(kind): hung up on 0 times"), "\(account)")
        }
        try eventually(within: .seconds(40)) {
            for robot in robots { robot.looksUpKeys() }
            house.host.catchesUp()
            return try house.doorDescriptors <= before
        }
        for robot in robots { robot.sees("against") }
    }

    private static let attackers = ThisBuild.program("Attackers")
}
