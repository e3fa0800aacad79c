import Glibc
import TestKit
import TestSupport
import Testing

/// A named pipe without a reader, until a test reads it.
private final class UnreadPipe {
    /// The smallest size of a pipe.
    static let room: CInt = 4_096
    /// `F_SETPIPE_SZ`, which Swift does not import.
    private static let resize: CInt = 1_031

    private let descriptor: CInt

    init(_ path: String) throws {
        try #require(unsafe mkfifo(path, 0o600) == 0)
        descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(fcntl(descriptor, Self.resize, Self.room) == Self.room)
    }

    deinit {
        close(descriptor)
    }

    /// Fills the pipe, so that it has no room for other writers.
    func fill() {
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: Int(Self.room))
        #expect(unsafe write(descriptor, lines, lines.count) == lines.count)
    }

    /// The number of bytes in the pipe.
    var count: CInt {
        var count: CInt = 0
        _ = unsafe ioctl(descriptor, UInt(FIONREAD), &count)
        return count
    }

    /// Reads until a text has come this number of times; nil if it never does.
    func read(until text: String, times: Int) -> String? {
        let deadline = ContinuousClock.now + PipedProgram.patience
        var heard = ""
        var piece = [UInt8](repeating: 0, count: Int(Self.room))
        while ContinuousClock.now < deadline {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&state, 1, 100) > 0 else { continue }
            let count = unsafe Glibc.read(descriptor, &piece, piece.count)
            heard += String(decoding: piece.prefix(max(0, count)), as: UTF8.self)
            if heard.split(separator: text, omittingEmptySubsequences: false).count > times {
                return heard
            }
        }
        return nil
    }
}

@Suite("A log without a reader", .waits)
struct UnreadLogTests {
    @Test("The server continues, and the kept lines leave when the log is read", .direct)
    func goesOn() throws {
        let folder = try TemporaryFolder()
        let log = try UnreadPipe(folder.path("log"))
        let server = try ServedProgram(in: .memory, log: folder.path("log"))
        let visits = 150
        let answers = try server.python(
            """
            async def main():
                for visit in range(\(visits)):
                    async with websockets.connect(f"ws://127.0.0.1:{PORT}/sock/websocket") as peer:
                        await peer.send("h:1")
                        await peer.recv()
                print("all answered")
            asyncio.run(main())
            """)

        #expect(answers == "all answered\n")
        #expect(log.count > 0)
        #expect(try server.curl("/healthz").contains(#""status":"ok""#))
        let text = try #require(log.read(until: "info closed", times: visits))
        #expect(text.utf8.count > 2 * Int(UnreadPipe.room))
        #expect(server.stop() == 0)
    }

    @Test("A server and its door start though no program reads their output")
    func begins() throws {
        let folder = try TemporaryFolder()
        let output = try UnreadPipe(folder.path("output"))
        output.fill()
        let (port, doorPort) = (try freePort(), try freePort())
        let words = [
            "serve", "--listen", "127.0.0.1:\(port)", "--ssh", "127.0.0.1:\(doorPort)", "--store",
            "memory", "--host-key", folder.path("key"),
        ]
        let server = try PipedProgram(
            "/bin/sh", ["-c", #"exec "$0" "$@" >"$OUTPUT""#, PipedProgram.ours] + words,
            environment: ["OUTPUT": folder.path("output")])
        let health = try PipedProgram.run(
            "/usr/bin/curl",
            [
                "-s", "--max-time", "20", "--retry", "20", "--retry-connrefused",
                "http://127.0.0.1:\(port)/healthz",
            ])
        #expect(health.text.contains(#""status":"ok""#))
        let visit = try PipedProgram.run(
            "/usr/bin/ssh",
            TerminalHouse.options("x", at: doorPort, known: folder.path("known"))
                + ["-o", "ConnectionAttempts=20", "127.0.0.1", "players"])
        #expect(visit.text.hasPrefix("0 people here"))
        let said = output.read(until: " at 127.0.0.1:", times: 2)
        #expect(said?.contains("serving at 127.0.0.1:\(port)\n") == true)
        server.send(SIGTERM)
        #expect(server.end() == 0)
    }
}
