import Drawing
import Glibc
import SimperiumClock
import TestKit
import TestSupport
import Testing

@Suite("Terminals of every kind, with the lobby open and in a match", .waits)
struct ServedTerminalsTests {
    static let kinds: [String] = Tier.rows(
        ["tmux-256color", "vt100"],
        ofAll: [
            "xterm-256color", "xterm", "screen", "tmux-256color", "linux", "vt100", "vt220", "ansi",
        ])

    /// Returns lin at that place, and okafor, who is the opponent or waits.
    private func people(
        at place: TerminalPlace, of server: ServedProgram, term: String = "xterm-256color",
        environment: [String: String] = [:]
    ) throws -> (lin: TerminalPerson, okafor: TerminalPerson) {
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("Looking for a match")
        if place == .lobby || place == .help { okafor.stopsLooking() }
        if place == .watching {
            let ana = try TerminalPerson("ana", at: server)
            ana.sees("okafor to move")
            let lin = try TerminalPerson(
                "lin", at: server, "watch", "ana", term: term, environment: environment)
            lin.sees("O TO MOVE")
            return (lin, okafor)
        }
        let lin = try TerminalPerson("lin", at: server, term: term, environment: environment)
        switch place {
        case .lobby: lin.stopsLooking()
        case .help:
            lin.stopsLooking()
            lin.press("?")
            lin.sees("Keys")
        case .match, .question:
            okafor.plays(5)
            lin.sees("YOUR MOVE")
            if place == .question { lin.press("R") }
            if place == .question { lin.sees("Resign this round?") }
        case .watching: break
        }
        return (lin, okafor)
    }

    @Test(
        "Any terminal shows the lobby, plays a match and is restored",
        arguments: kinds)
    func terminals(term: String) throws {
        let server = try ServedProgram(in: .memory)
        let (lin, okafor) = try people(at: .help, of: server, term: term)
        lin.press("esc")
        lin.sees("PLAYERS 2", "okafor", "Hello, lin!")
        okafor.press("tab", "down", "enter", "enter")
        lin.accepts("okafor")
        okafor.sees("lin to move")
        playRound(lin, okafor)
        lin.sees("YOU WIN", "Rematch")
        lin.press("q")
        #expect(lin.seesTheEnd() == .exited(0))
        #expect(lin.screen.unknown == [])
        #expect(lin.isTerminalSane)
        #expect(!lin.screen.isOnSecondScreen)
        #expect(lin.screen.isCursorShown)
        let dash = ["linux", "vt100", "vt220", "ansi"].contains(term) ? "-" : "–"
        #expect(lin.screen.text.contains("you 1\(dash)0 okafor"))
    }

    @Test("A picture has its last corner, too", arguments: ["xterm-256color", "linux", "vt100"])
    func corner(term: String) throws {
        let lin = try TerminalPerson(["local"], rows: 8, columns: 20, term: term)
        lin.sees("O TO MOVE")
        lin.press("?")
        lin.waits(for: "a corner") { screen in
            screen.text.hasSuffix("─┘") || screen.text.hasSuffix("-+")
        }
        lin.press("q", "q")
        lin.seesTheEnd()
    }

    @Test("With NO_COLOR no colour is sent, at every place", arguments: TerminalPlace.one)
    func noColour(place: TerminalPlace) throws {
        let server = try ServedProgram(in: .memory)
        let (lin, okafor) = try people(at: place, of: server, environment: ["NO_COLOR": "1"])
        if [.lobby, .match, .watching].contains(place) {
            lin.press("t", "down", "enter")
            lin.sees("Theme:")
            okafor.press("q", "y")
            lin.sees("left")
        }
        #expect(lin.screen.colours == [])
    }

    @Test("Without UTF-8 only ASCII is sent, to the last line", arguments: TerminalPlace.one)
    func ascii(place: TerminalPlace) throws {
        let server = try ServedProgram(in: .memory)
        let (lin, okafor) = try people(at: place, of: server, environment: ["LC_ALL": "C"])
        if place == .match {
            okafor.press("R", "y")
            lin.sees("YOU WIN")
            lin.press("q")
            lin.seesTheEnd()
            #expect(lin.screen.text.contains("you 1-0 okafor"))
        }
        #expect(!lin.screen.hasSentBeyondASCII)
    }

    @Test(
        "Many changes of size end in the right picture, with few before it",
        arguments: TerminalPlace.few)
    func storm(place: TerminalPlace) throws {
        let server = try ServedProgram(in: .memory)
        let (lin, okafor) = try people(at: place, of: server)
        // Without a match, the lobby shows bots that play, and the picture would change.
        var players: [TerminalPerson] = []
        if place == .lobby || place == .help {
            players = [
                try TerminalPerson("ana", at: server), try TerminalPerson("zoe", at: server),
            ]
            _ = whoBegins(players[0], players[1])
        }
        if place == .lobby { lin.sees("MATCHES 1") }
        // A piece is drawn from above, in steps. The picture must contain all of it.
        if place == .match || place == .question { lin.sees("▝▖   ▗▘") }
        var random = SeededRandom(seed: 8)
        let before = lin.screen.clears
        for _ in 0..<100 {
            lin.resizes(
                rows: Int.random(in: 1...200, using: &random),
                columns: Int.random(in: 1...500, using: &random))
        }
        lin.resizes(rows: 45, columns: 111)
        let picture = lin.seesWholePicture(since: before)
        #expect(lin.screen.clears - before <= 20)
        let next = lin.screen.clears
        lin.press("ctrl-l")
        #expect(picture == lin.seesWholePicture(since: next))
        lin.resizes(rows: 1, columns: 1)
        lin.resizes(rows: 200, columns: 500)
        _ = lin.seesWholePicture(since: next + 1)
        okafor.press("q", "y")
        lin.sees("left")
        withExtendedLifetime(players) {}
    }

    @Test(
        "A signal to end sends a goodbye, and restores the terminal",
        arguments: TerminalPlace.ends)
    func signals(place: TerminalPlace, signal: CInt) throws {
        let server = try ServedProgram(in: .memory)
        let (lin, okafor) = try people(at: place, of: server)
        lin.sends(signal)
        #expect(lin.seesTheEnd() == .exited(128 + signal))
        #expect(lin.isTerminalSane)
        #expect(!lin.screen.isOnSecondScreen)
        #expect(lin.screen.isCursorShown)
        #expect(
            lin.screen.modes.isDisjoint(with: ["?1000", "?1004", "?1006", "?2004", "?2031"]))
        if place != .watching { okafor.sees("lin left") }
    }

    @Test("Ctrl-Z pauses the match, and fg returns to it, in a window that was resized meanwhile")
    func suspend() throws {
        let server = try ServedProgram(in: .memory)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("Looking for a match")
        let lin = try TerminalPerson(
            ["--norc", "--noprofile", "-i"], program: "/bin/bash", environment: ["PS1": "shell> "])
        lin.sees("shell>")
        lin.press("\(PipedProgram.ours) --server \(server.address) --name lin", "enter")
        okafor.plays(5)
        lin.plays(1)
        lin.press("ctrl-z")
        lin.sees("Stopped", "shell>")
        okafor.sees("lin paused", "to return")
        okafor.plays(3)
        lin.resizes(rows: 30, columns: 100)
        let before = lin.screen.clears
        lin.press("fg", "enter")
        lin.sees("in sync", "YOUR MOVE", "3 O 3")
        okafor.sees("lin is back.")
        _ = lin.seesWholePicture(since: before)
        lin.press("q")
        lin.sees("Quit?")
        lin.press("right", "enter")
        lin.sees("shell>")
        lin.press("exit", "enter")
        lin.seesTheEnd()
    }
}

/// The place of a player when something happens to the terminal.
enum TerminalPlace: String, CaseIterable {
    case lobby
    case match
    case help
    case question
    case watching

    static let one: [TerminalPlace] = Tier.rows([match], ofAll: allCases)
    static let few: [TerminalPlace] = Tier.rows([lobby, match, watching], ofAll: allCases)
    /// Each signal once, each place once.
    static let ends: [(TerminalPlace, CInt)] = Tier.rows(
        [
            (lobby, SIGTERM), (match, SIGHUP), (help, SIGINT), (question, SIGQUIT),
            (watching, SIGTERM),
        ],
        ofAll: allCases.flatMap { place in
            [SIGTERM, SIGHUP, SIGINT, SIGQUIT].map { (place, $0) }
        })
}

extension TerminalPerson {
    /// Waits for a picture as large as the window, which is painted from its first line to the keys
    /// in its last. Returns it without figures and without parts that change by themselves.
    fileprivate func seesWholePicture(since clears: Int) -> String {
        waits(for: "a picture as large as the window") { screen in
            // The first line of a picture for another window ends elsewhere. Until the last line
            // is painted, it can be a part of such a picture.
            let (lines, columns) = (screen.lines, screen.size.columns)
            return screen.clears > clears && lines.last?.contains(/help|actions|close/) == true
                && lines.last?.contains("─") == false
                && lines[0].count == columns - 1 && lines[0].hasSuffix("ms")
        }
        let lines = screen.lines
        return (lines.dropFirst().dropLast(2) + lines.suffix(1)).joined(separator: "\n")
            .filter { !$0.isNumber && $0 != " " }
    }
}
