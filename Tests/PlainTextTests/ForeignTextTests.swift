import Drawing
import Game
import Host
import Lobby
import PlainText
import Play
import Records
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Simulation
import TestSupport
import Testing
import Visit
import Wording

/// Texts of a server, or of an attacker on the connection, that try to control a terminal.
@Suite("Words of others on a terminal")
struct ForeignTextTests {
    static let tricks =
        [
            "a\u{1B}]0;owned\u{7}b", "a\u{1B}[2J\u{1B}[31mb", "a\u{9B}2Jb\u{9D}0;x\u{9C}",
            "a\u{202E}b",
            "a\u{2066}b\u{200F}", "a\r\nb\u{85}c\u{2028}d", "a\u{0}\u{8}\u{7F}b",
            "a\u{200B}\u{E0041}b",
            String(repeating: "漢", count: 20_000),
        ] + HostileText.all

    /// The programs, each by its output.
    enum Output: CaseIterable {
        case players
        case playersJSON
        case followers
        case watch
        case watchJSON
        case lines
        case screen
    }

    @Test("No text of a server acts on a terminal", arguments: tricks, Output.allCases)
    func told(trick: String, output: Output) {
        for frames in [Self.refusal(trick), Self.lobby(trick), Self.notices(trick)] {
            for line in Self.show(frames, to: output) {
                #expect(Self.isHarmless(line), "\(output)")
            }
        }
    }

    @Test("Nor does a server's own status, or a text that a log repeats", arguments: tricks)
    func repeated(trick: String) {
        let words = [
            ServerWords.status(
                version: ForeignText(trick), at: "127.0.0.1:8383", process: 1, connections: 2),
            ConnectionWords.tokenRefused(because: ForeignText(trick)),
            LobbyWords.noPlayer(called: trick), LobbyWords.noPlayerOrMatch(called: trick),
            ServerLogEntry(trouble: "trouble", trick).text,
            ServerLogEntry(trouble: "trouble", trick).json(time: "now"),
        ]
        for line in words { #expect(Self.isHarmless(line), "\(words)") }
    }

    @Test("S-13: Nor does what an account contains", arguments: HostileText.all)
    func account(trick: String) throws {
        let name = ForeignText(trick)
        let result = RoundResult(
            against: "u-2", called: trick, as: .circle, .won, by: .resigned,
            moves: try #require(PackedMoveList([.centre])), at: at, first: .circle)
        let game = try #require(
            CorrespondenceGame(
                circle: .init(user: "u-1", name: name), cross: .init(user: "u-2", name: name),
                limit: .day, since: at))
        let edits: [RecordEdit] = [
            .friend("u-2", Friend(alias: name, since: at)), .result(.bot("a"), result),
            .game("g", game),
        ]
        let copy = LocalAccountData(of: name, user: "u-1", edits)
        var program = LineClient(.lobby, visit: LineHouse.visit(0), seed: 1)
        _ = program.handle(.begin, at: .start)
        var lines = program.handle(.signedIn(copy), at: .start).lines
        for word in ["account", "friends", "stats", "games", "games 1", "games new \(trick)"] {
            lines += program.handle(.typed(word), at: .start).lines
        }
        for isInvitation in [false, true] {
            let begun = AccountReply.begun(game: "g", with: name, isInvitation: isInvitation)
            lines += program.handle(.called(begun), at: .start).lines
        }
        #expect(lines.count { $0.contains(HostileText.sign) } >= 5, "\(lines)")
        for line in lines { #expect(Self.isHarmless(line), "\(line)") }
    }

    private var at: ServerTime { ServerTime(milliseconds: 1_795_387_500_000) }

    @Test("A refusal is shown with its reason, cleaned")
    func reason() {
        let lines = Self.show(Self.refusal("go\u{1B}[31m away"), to: .players)
        #expect(lines == ["the server rejected this program's token: go\u{FFFD}[31m away"])
    }
}

extension ForeignTextTests {
    private static func isHarmless(_ line: String) -> Bool {
        line.columns <= 1_000
            && line.unicodeScalars.allSatisfy { scalar in
                switch scalar.value {
                case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E,
                    0x2060...0x206F, 0xE0000...0xE007F:
                    false
                default: true
                }
            }
    }

    /// A text as JSON, each unit of it escaped.
    private static func quoted(_ text: String) -> String {
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + units.joined() + "\""
    }

    private static func refusal(_ trick: String) -> [String] {
        ["0:auth:{\"msg\":\(quoted(trick)),\"code\":401}"]
    }

    private static let entrance = (0..<3).map { "\($0):auth:lobby" }

    /// A lobby with the trick in all texts, beside a usual player and a match.
    private static func lobby(_ trick: String) -> [String] {
        let text = quoted(trick)
        let board = "\"matrix\":[0,0,0,0,0,0,0,0,0],\"nextPieceKind\":2"
        return entrance + [
            """
            0:i:{"current":"1","index":[{"id":"a","v":1,"d":{"playerID":"a","name":\(text),\
            "mode":\(text),"code":\(text),"via":\(text)}},{"id":"b","v":1,"d":{"playerID":"b",\
            "name":"bea","ad":\(text)}},{"id":"x","v":1,"d":{"playerID":\(text)}}]}
            """,
            """
            1:i:{"current":"1","index":[{"id":"m","v":1,"d":{"circlePlayerID":"b",\
            "crossPlayerID":"a",\(board)}},{"id":"n","v":1,"d":{"circlePlayerID":\(text),\
            "crossPlayerID":"a",\(board)}}]}
            """,
            """
            2:i:{"current":"1","index":[{"id":"w","v":1,"d":{"matchID":"m","name":\(text)}},\
            {"id":"v","v":1,"d":{"matchID":\(text)}}]}
            """,
        ]
    }

    /// Messages that are malformed or of an unknown kind.
    private static func notices(_ trick: String) -> [String] {
        let text = quoted(trick)
        return entrance + [
            "0:o:{\"notice\":\(text)}", "0:\(trick):x", "\(trick):c:[]", "0:c:\(text)",
            "0:c:[{\"id\":\(text),\"o\":\(text),\"error\":400}]", "0:e:\(trick).1\n?",
        ]
    }

    private static func show(_ frames: [String], to output: Output) -> [String] {
        switch output {
        case .players: report(.people, .text, frames)
        case .playersJSON: report(.people, .json, frames)
        case .followers: report(.people, .text, follows: true, frames)
        case .watch: report(.match(nil), .text, follows: true, frames)
        case .watchJSON: report(.match("bea"), .json, follows: true, frames)
        case .lines:
            lines(
                LineClient(.lobby, visit: LineHouse.visit(0), seed: 1), frames)
        case .screen: screen(frames)
        }
    }

    private static func report(
        _ subject: LobbyReport.ReportSubject, _ format: LobbyReport.ReportFormat,
        follows: Bool = false, _ frames: [String]
    ) -> [String] {
        lines(
            LobbyReport(
                .init(
                    subject, format, follows: follows, isServerNamed: true,
                    visit: LineHouse.beginning(0))), frames)
    }

    private static func lines(
        _ program: some PlayerFrontEnd<UserLineInput, PrintedLine>, _ frames: [String]
    ) -> [String] {
        var program = program
        var effects = program.handle(.begin, at: .start)
        for event in events(frames, answering: effects.links) {
            effects += program.handle(.link(event), at: .start)
        }
        for word in ["who", "matches", "watch bea", "watch", "board"] {
            effects += program.handle(.typed(word), at: .start)
        }
        return effects.lines
    }

    private static func screen(_ frames: [String]) -> [String] {
        var client = ScreenClient(
            .lobby, visit: LineHouse.visit(0), size: Size(rows: 24, columns: 200), seed: 1)
        let links = client.handle(.begin, at: .start).compactMap { effect -> LinkEffect? in
            if case .program(.link(let link)) = effect { link } else { nil }
        }
        var rows: [String] = []
        for event in events(frames, answering: links) {
            _ = client.handle(.link(event), at: .start)
            rows += client.draw().text.split(separator: "\n").map(String.init)
        }
        return rows
    }

    /// The events of a connection that opens and receives frames.
    private static func events(_ frames: [String], answering links: [LinkEffect]) -> [LinkEvent] {
        let dials = links.compactMap { link -> SimperiumSync.LinkID? in
            if case .dial(let id, _) = link { id } else { nil }
        }
        guard let id = dials.first else { return [] }
        return [.opened(id)] + frames.map { .received(Array($0.utf8), on: id) }
    }
}

extension [LineClient.Effect] {
    fileprivate var links: [LinkEffect] {
        compactMap { effect -> LinkEffect? in
            if case .program(.link(let link)) = effect { link } else { nil }
        }
    }
}
