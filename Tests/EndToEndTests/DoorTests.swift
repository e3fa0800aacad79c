import Glibc
import TestKit
import TestSupport
import Testing

@Suite("The door and its guests", .waits)
struct DoorTests {
    /// Returns lin, who came first and so begins, and okafor.
    private func match(in house: TerminalHouse) throws -> (
        lin: TerminalPerson, okafor: TerminalPerson
    ) {
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync", "lin")
        let okafor = try TerminalPerson("okafor", visiting: house)
        lin.sees("against", "okafor", "YOUR MOVE")
        okafor.sees("against lin", "lin to move")
        return (lin, okafor)
    }

    /// Plays a round up to its last move. The first player will win it.
    private func playNearlyToTheEnd(_ first: TerminalPerson, _ second: TerminalPerson) {
        for (person, square) in [(first, 5), (second, 1), (first, 3), (second, 2)] {
            person.places(in: square)
        }
        first.sees("YOUR MOVE")
    }

    @Test("The first picture is a choice: waiting players, n to play, and no match before that")
    func choice() throws {
        let house = try TerminalHouse()
        let ada = try TerminalPerson(["--server", house.address, "--name", "ada"])
        ada.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson("lin", visiting: house, looks: false)
        lin.sees("Hello, lin!", "ada is waiting", "n: find a match", "b: play a bot")
        ada.sees("2 here", "Looking for a match")
        lin.press("n")
        lin.sees("against ada")
        ada.sees("against lin")
        let mia = try TerminalPerson("mia", visiting: house, looks: false, rows: 12, columns: 40)
        mia.sees("Watch", "1 live")
    }

    @Test("Two guests meet, finish a round, and play a rematch")
    func rematch() throws {
        let house = try TerminalHouse()
        let (lin, okafor) = try match(in: house)
        playNearlyToTheEnd(lin, okafor)
        lin.endsRound(in: 7)
        lin.sees("YOU WIN")
        okafor.sees("YOU LOSE")
        lin.press("r")
        okafor.sees("wants")
        okafor.press("r")
        playNearlyToTheEnd(okafor, lin)
        okafor.endsRound(in: 7)
        okafor.sees("YOU WIN")
        lin.sees("YOU LOSE")
        lin.press("esc")
        lin.sees("PLAY", "PLAYERS")
        lin.press("q")
        #expect(lin.seesTheEnd() == .exited(0))
        #expect(lin.isTerminalSane)
        #expect(!lin.screen.isOnSecondScreen)
        #expect(lin.screen.modes.isDisjoint(with: ["?1000", "?1006", "?2004"]))
        #expect(lin.screen.text.contains("1–1"))
    }

    @Test("Three spectators of three kinds follow a match into its rematch")
    func watchers() throws {
        let house = try TerminalHouse()
        let (lin, okafor) = try match(in: house)
        let large = try TerminalPerson("watch", visiting: house)
        let small = try TerminalPerson("watch", visiting: house, rows: 12, columns: 40)
        let plain = try TerminalPerson("watch", visiting: house, term: "vt100")
        let watchers = [large, small, plain]
        for watcher in watchers {
            watcher.sees("lin", "okafor")
            watcher.press("*")
            watcher.sees("O TO MOVE")
        }
        lin.sees("WATCHING  3")
        playNearlyToTheEnd(lin, okafor)
        lin.endsRound(in: 7)
        for watcher in watchers { watcher.sees("O WINS") }
        lin.press("r")
        okafor.press("r")
        okafor.places(in: 5)
        for watcher in watchers { watcher.sees("O TO MOVE") }
        large.sees("1 X 5")
        plain.sees("1 X 5")
        #expect(plain.screen.unknown == [])
        #expect(plain.screen.colours == [])
        #expect(!plain.screen.hasSentBeyondASCII)
        // A spectator who leaves is no longer counted.
        small.press("q")
        #expect(small.seesTheEnd() == .exited(0))
        lin.sees("WATCHING  2")
    }

    @Test(
        "A spectator opens a match from the list, follows a player, and can name one at the start")
    func following() throws {
        let house = try TerminalHouse()
        let (lin, okafor) = try match(in: house)
        let watcher = try TerminalPerson("watch", visiting: house)
        watcher.sees("lin 0–0 okafor")
        watcher.press("enter")
        watcher.sees("O TO MOVE")
        watcher.press("a")
        watcher.sees("Following lin")
        let fan = try TerminalPerson("fan", visiting: house, "watch", "okafor")
        fan.sees("O TO MOVE")
        lin.sees("WATCHING  2")
        lin.places(in: 5)
        for person in [watcher, fan] { person.sees("X TO MOVE") }
        okafor.sees("YOUR MOVE")
        // Spectators at a door are in no list, but are counted behind the number of players.
        let hugo = try TerminalPerson("hugo", visiting: house)
        hugo.sees("PLAYERS 3 (+", " unnamed)")
    }

    @Test("A key is known by its fingerprint")
    func key() throws {
        let house = try TerminalHouse()
        let (path, fingerprint) = try house.key("rsa")
        let lin = try TerminalPerson("lin", visiting: house, key: path)
        lin.sees("Your key is \(fingerprint)")
        lin.press("esc")
        lin.sees("in sync", "lin")
    }

    @Test("The host key has the announced fingerprint, and stays")
    func hostKey() throws {
        let house = try TerminalHouse()
        let scan = try PipedProgram.run(
            "/usr/bin/ssh-keyscan", ["-p", "\(house.port)", "127.0.0.1"])
        let line = try #require(scan.text.split(separator: "\n").first { $0.contains("ed25519") })
        let script = "printf '%s\\n' \"$1\" | ssh-keygen -l -f -"
        let print = try PipedProgram.run("/bin/sh", ["-c", script, "sh", String(line)])
        #expect(print.text.contains(house.fingerprint))
    }
}
