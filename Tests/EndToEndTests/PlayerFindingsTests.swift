import Drawing
import Glibc
import TestKit
import TestSupport
import Testing

/// Findings of players and visitors about version 0.2.0, each tried at real terminals. A row such
/// as P-L13 is the number of a finding.
@Suite("Findings of players, at real terminals", .waits)
struct PlayerFindingsTests {
    @Test("P-M9, P-L10, P-L11, P-L12, P-L26: Bots and the puzzle, without a server")
    func bots() throws {
        let home = try TemporaryFolder()
        let demo = try TerminalPerson(["bot", "--demo"])
        let puzzle = try TerminalPerson(["puzzle"], environment: ["HOME": home.place])
        let person = try TerminalPerson(["bot"])
        person.sees("YOUR MOVE")
        person.press("5", "enter")
        person.sees("2 X", "YOUR MOVE")
        person.press("esc")
        person.shows("P-M9", "Local play", "started", without: "Leave the round?")
        person.press("b")
        person.sees("YOUR MOVE", "2 X")
        person.press("q")
        person.shows("P-M9", "Quit? You can't resume your unfinished round.")
        person.press("n")
        person.sees("YOUR MOVE")
        person.press("R")
        person.shows("P-L11", "Resign this round? The medium bot wins.")
        person.press("y")
        person.shows("P-L11", "YOU RESIGNED", "Esc    Menu", without: "O RESIGNED")
        person.press("v")
        person.shows("P-L10", "O RESIGNED", "1 O 5  draws", "▸ 2 X", without: "START")
        person.press("esc")
        person.sees("Next round")
        person.press("t")
        person.shows("P-L26", "│ Theme", "colour-blind", without: "Colours")

        demo.sees("TO MOVE")
        demo.press("esc")
        demo.shows("P-M9", "Local play", without: "Leave the round?")

        puzzle.shows("P-L12", "O you", "X opponent")
        let circles = Self.circles(on: puzzle)
        let square = try #require(
            puzzle.screen.lines[3...].lazy.flatMap { $0.prefix(40) }.first { $0.isNumber })
        puzzle.press("\(square)", "enter")
        puzzle.sees("A new puzzle starts at midnight UTC.")
        puzzle.waits(for: "P-L12: the answer on the board") { _ in
            Self.circles(on: puzzle) == circles + 1
        }
        puzzle.press("esc")
        puzzle.shows("P-M9", "Local play", without: "Leave the round?")
    }

    /// The number of circles on a board of 24 rows.
    private static func circles(on person: TerminalPerson) -> Int {
        person.screen.text.split(separator: "▗▘   ▝▖", omittingEmptySubsequences: false).count - 1
    }

    @Test("P-M22, P-L7: The first screen, and the help of the lobby")
    func firstScreen() throws {
        let server = try ServedProgram(in: .memory)
        let home = try TemporaryFolder()
        let kim = try TerminalPerson(
            ["--server", server.address], environment: ["HOME": home.place])
        kim.shows("P-M22", "tictactoe ▸ welcome", "Esc quit  Ctrl-C quit", without: "Esc back")
        kim.press("x")
        kim.shows("P-M22", "│ x ", "Esc undo  Ctrl-C quit")
        kim.press("esc")
        kim.shows("P-M22", "Esc quit  Ctrl-C quit", without: "│ x ")
        kim.press("esc")
        #expect(kim.seesTheEnd() == .exited(0), "P-M22")

        let lin = try TerminalPerson("lin", at: server)
        lin.stopsLooking()
        lin.press("?")
        lin.shows("P-L7", "Keys 1/2", "Esc close  ? next")
        let first = Self.helpRows(on: lin)
        lin.press("?")
        lin.shows("P-L7", "Keys 2/2", "Esc close  ? close")
        lin.waits(for: "P-L7: pages of one length") { _ in
            abs(Self.helpRows(on: lin) - first) <= 1
        }
        lin.resizes(rows: 24, columns: 50)
        lin.shows("P-L7", "T       change the series    ", without: "ask for a series to 3")
    }

    private static func helpRows(on person: TerminalPerson) -> Int {
        person.screen.lines.count { $0.contains("│ ") }
    }

    private func seat(
        _ first: String, _ second: String, at server: ServedProgram
    ) throws -> (TerminalPerson, TerminalPerson) {
        let one = try TerminalPerson(first, at: server, "--clock", "none")
        one.sees("in sync", "Looking for a match")
        let other = try TerminalPerson(second, at: server, "--clock", "none")
        one.sees("YOUR MOVE")
        other.sees("to move")
        return (one, other)
    }

    @Test("P-L1, P-L2, P-L4, P-L5, P-L6, P-L8, P-L13, P-L14, P-L27, P-M4: Three matches watched")
    func watched() throws {
        let server = try ServedProgram(in: .memory)
        let (ten, two) = try seat("guest 10", "guest 2", at: server)
        let (ada, bo) = try seat("ada", "bo", at: server)
        let (cy, di) = try seat("cy", "di", at: server)
        playRound(cy, di)
        let eva = try TerminalPerson("eva", at: server, "watch", "cy")
        eva.sees("O WINS")
        ten.plays(5)
        two.plays(1)

        let fan = try TerminalPerson("fan", at: server, "watch", "guest 10")
        fan.shows("P-L6", "1 O 5", "2 X 1", without: "move 3")
        fan.shows("P-L13", "▸ following guest 10: guest 10 – guest 2")
        fan.press("a")
        fan.shows("P-L13", "▸ following guest 2: guest 10 – guest 2")
        fan.press("a")
        fan.shows("P-L13", "▸ watching guest 10 – guest 2", "Following no player.")
        fan.chooses("mute other players")
        fan.shows("P-L13", "You muted other players.")
        ten.press("g")
        ten.shows("P-L8", "1 good game", "1-6 send a phrase.", without: "Choose a free square")

        let zoe = try TerminalPerson("zoe", at: server, "watch")
        zoe.shows("P-L1", " guest 10 0–0 guest 2 ", "─ move 3  1 watching ─", "─ move 1 ─")
        zoe.waits(for: "P-L2: the finished match last, though it is watched") { screen in
            screen.lines.contains { $0.contains(/ada 0–0 bo .*cy 1–0 di/) }
        }
        zoe.waits(for: "P-L27: the cursor on the mark") { screen in
            screen.places[screen.cursor.row][screen.cursor.column].text == "▸"
        }
        zoe.press("/")
        zoe.shows("P-L14", "Find a player:", "ada 0–0 bo", "guest 10 0–0 guest 2")
        zoe.press("d", "a")
        zoe.shows("P-L14", "Find a player: da", "MATCHES 1", "ada 0–0 bo", without: "guest 10")
        zoe.press("esc")
        zoe.sees("MATCHES 3")
        zoe.press("esc")
        zoe.waits(for: "P-L4: guest 2 before guest 10") { screen in
            let places = ["  guest 2 ", "  guest 10 "].map { name in
                screen.lines.firstIndex { $0.contains(name + "  ") }
            }
            return places[0] ?? 99 < places[1] ?? 0
        }
        zoe.press("w")

        bo.sends(SIGKILL)
        ada.waits(for: "P-L5: the time left, beside the name") {
            $0.text.contains(/X bo +[0-9]+ s to return/)
        }
        ten.press("esc")
        ten.sees("Choose a free square")
        two.press("esc")
        two.sees("Leave?")
        two.press("y")
        ten.sees("guest 2 left. You win the round.")
        zoe.waits(for: "no match of theirs") { !$0.text.contains("guest 2") }
        server.crash()
        ten.sees("offline")
        try server.start()
        ten.shows("P-M4", "in sync", "guest 2 left. You win the round.", without: "In sync again")
        withExtendedLifetime((cy, di, eva)) {}
    }

    @Test("P-L22, P-M5, P-M18, P-M19, P-M20: An account on two devices")
    func devices() throws {
        let server = try ServedProgram()
        let home = try AccountHome(of: "kim", at: server)
        let okafor = try AccountHome(of: "okafor", at: server).plays()
        let kim = try home.plays()
        kim.press("A")
        kim.sees("Link a device")
        kim.press("enter")
        kim.shows("P-L22", "there, choose Account, then Enter a code", "account link ")
        let code = try #require(
            kim.screen.text.split(separator: "account link ").last?.prefix { !$0.isWhitespace })
        let folder = try TemporaryFolder()
        let environment = ["HOME": folder.place]
        let typing = try TerminalPerson(
            ["account", "link", String(code), "--server", server.address], environment: environment)
        let window = try home.plays()
        window.shows("P-M19", "kim              you")
        window.press("q")
        window.seesTheEnd()
        kim.shows("P-L22", "Allow ", " to sign in?   refuse   allow")
        kim.press("y")
        #expect(typing.seesTheEnd() == .exited(0))
        let device = try TerminalPerson(["--server", server.address], environment: environment)
        device.stopsLooking()
        kim.waits(for: "P-M5: the time since the link") {
            $0.text.contains(/linked [1-9][0-9]* s ago/) && $0.text.contains(/Devices +2/)
        }
        kim.press("down", "enter")
        kim.shows("P-M5", "last used", "this device", "new, within a day")
        kim.press("esc")
        kim.sees("Link a device")
        kim.press("esc")
        kim.sees("Hello, kim!")

        kim.press("tab")
        kim.sees("▸ kim")
        kim.press("down")
        kim.sees("▸ okafor")
        kim.press("enter")
        kim.sees("No rounds counted against this account yet.")
        kim.press("up", "enter")
        kim.shows("P-M18", "Block okafor? They can't invite you.", without: "is blocked")
        kim.press("esc")
        kim.waits(for: "the lobby") { !$0.text.contains("Block okafor?") }

        okafor.press("n")
        okafor.sees("Looking for a match")
        kim.press("n")
        // Either player may have the first move.
        okafor.waits(for: "the match") { $0.text.contains(/okafor \([OX]\) against kim/) }
        device.sees("You are playing okafor on another device")
        device.press("esc")
        device.shows("P-M20", "m Continue your match  against okafor", without: "another device")
        device.press("m")
        device.waits(for: "P-M20: the match") { $0.text.contains(/kim \([OX]\) against okafor/) }
        kim.sees("Your game continues where you last opened it.")
    }
}

extension TerminalPerson {
    /// Waits until the screen shows all of `texts`, and not `other`.
    fileprivate func shows(
        _ row: String, _ texts: String..., without other: String? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        let missing = other.map { ", without \($0)" } ?? ""
        waits(for: "\(row): \(texts.joined(separator: ", "))\(missing)", at: location) { screen in
            texts.allSatisfy(screen.text.contains)
                && other.map(screen.text.contains) != true
        }
    }
}
