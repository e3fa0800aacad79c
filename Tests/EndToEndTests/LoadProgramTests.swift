import Glibc
import TestKit
import TestSupport
import Testing

/// The simulated people of `Load`, over real connections. They need a core of their own.
@Suite("The load program on a busy server", .waits)
struct LoadTimingTests {
    /// More users than one process plays, and a minute, unless a signal ends it.
    private static let crowd = ["--players", "60", "--watchers", "50", "--moves-per-second", "60"]

    @Test("With more users than one core plays, each move arrives once, and no board is wrong")
    func plays() throws {
        let server = try ServedProgram(in: .memory)
        let load = try PipedProgram(
            ThisBuild.program("Load"),
            [server.address, "--seconds", "3", "--json"] + Self.crowd)
        let summary = load.rest()
        #expect(load.end() == 0, "\(summary)")
        #expect(summary.contains(#""errors":0"#), "\(summary)")
        #expect(summary.contains(#""players":60"#), "\(summary)")
        #expect(!summary.contains(#""moves":0"#), "\(summary)")
        #expect(server.stop() == 0)
    }

    @Test("A signal ends it early, with a summary so far", arguments: [SIGINT, SIGTERM])
    func endsEarly(signal: Int32) throws {
        let server = try ServedProgram(in: .memory)
        let load = try PipedProgram(
            ThisBuild.program("Load"),
            [server.address, "--seconds", "3600", "--json"] + Self.crowd)
        let watch = try PipedProgram(
            PipedProgram.ours, ["players", "--follow", "--server", server.address])
        _ = watch.line { $0.contains("playing") && !$0.contains(" 0 playing") }
        load.send(signal)
        let summary = load.rest()
        #expect(load.end() == 0, "\(summary)")
        #expect(summary.contains(#""errors":0"#), "\(summary)")
        watch.send(SIGTERM)
        #expect(server.stop() == 0)
    }
}

@Suite("The load program", .waits)
struct LoadProgramTests {
    @Test("A missing server is an error for every user", .tier(.soak))
    func findsNobody() throws {
        let load = try PipedProgram(
            ThisBuild.program("Load"),
            [
                "127.0.0.1:\(try freePort())", "--players", "2",
                "--watchers", "0", "--seconds", "1",
            ])
        let summary = load.rest()
        #expect(load.end() == 1)
        #expect(summary.contains("connection lost: "), "\(summary)")
    }
}
