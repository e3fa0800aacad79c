import Commands
import Drawing
import Game
import Play
import SimperiumJSON
import Testing
import Visit

@Suite("A match on the screen")
struct MatchScreenTests {
    @Test(
        "The panel is beside the board in wide windows, and below it in tall ones",
        arguments: [
            (14, 100, true), (24, 80, true), (23, 79, true), (13, 60, true), (60, 200, true),
            (30, 60, false), (60, 80, false), (50, 50, false),
        ])
    func panel(rows: Int, columns: Int, isBeside: Bool) throws {
        var house = House()
        house.enter("okafor", rows: rows, columns: columns)
        house.enter("lin")
        house.play("okafor", "lin", "5", "1", "3")
        let lines = house.screen("okafor").split(separator: "\n", omittingEmptySubsequences: false)
        let head = try #require(lines.first { $0.contains("ROUND 1") })
        #expect(head.contains { "│┼".contains($0) } == isBeside)
        #expect(lines.contains { $0.contains("3 O 3") })
    }

    @Test("On a small screen the board goes before the panel", arguments: [(12, 40), (20, 50)])
    func noPanel(rows: Int, columns: Int) {
        var house = House()
        house.enter("okafor", rows: rows, columns: columns)
        house.enter("lin")
        #expect(house.screen("okafor").contains("O okafor 0–0 lin X"))
        #expect(!house.screen("okafor").contains("ROUND"))
    }

    @Test("A large window has a large board, and beside it what others play")
    func isLarge() {
        var house = House()
        house.enter("okafor", rows: 60, columns: 200)
        for name in ["lin", "dewi", "emil"] { house.enter(name) }
        house.play("okafor", "lin", "5", "1")
        let lines = house.screen("okafor").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count { $0.prefix(118).contains("│") } == 3 * 17)
        #expect(lines.contains { $0.contains("OTHER MATCHES") })
        #expect(lines.contains { $0.contains("dewi – emil") && $0.contains("0–0") })
        #expect(!house.screen("lin").contains("OTHER MATCHES"))
    }

    @Test("A spectator who joins after the second move sees both moves in the list")
    func earlierMoves() {
        var house = House.match
        house.play("okafor", "lin", "5", "1")
        house.press(house.enter("zoe", .watch(nil)), "enter")
        #expect(house.screen("zoe").contains("1 O 5") && house.screen("zoe").contains("2 X 1"))
        house.play("okafor", "3")
        #expect(house.screen("zoe").contains("3 O 3"))
        // Of more moves the order is not known.
        house.press(house.enter("ana", .watch(nil)), "enter")
        #expect(!house.screen("ana").contains("1 O 5") && house.screen("ana").contains("move 4"))
    }

    @Test("The last move is marked until the next one, and the cursor shows the piece to be placed")
    func marks() {
        var house = House.match
        house.play("okafor", "lin", "5")
        for guest in house.names { #expect(house.screen(guest).count { $0 == "•" } == 1) }
        house.play("lin", "okafor", "1")
        #expect(house.screen("okafor").count { $0 == "•" } == 1)
        house.feed(.key(Keyboard.event(of: "down")), to: "okafor")
        let row = house.screen("okafor").split(separator: "\n").first { $0.contains("7 ") }
        #expect(row?.contains { $0 == "O" } == true && row?.contains("8") == false)
        house.play("okafor", "lin", "3", "2", "7")
        for guest in house.names {
            #expect(!house.screen(guest).contains("•"), "the round is over")
        }
    }

    @Test("Arrows skip occupied squares")
    func jumps() {
        var house = House.match
        house.play("okafor", "lin", "5", "2")
        for key in ["up", "enter"] { house.feed(.key(Keyboard.event(of: key)), to: "okafor") }
        house.run(for: .milliseconds(200))
        #expect(house.screen("okafor").contains("3 O 1"))
    }

    @Test(
        "A position that no move explains is called so; the last good board stays, till one leaves")
    func showsDoubt() {
        var house = House(isGuarded: false)
        for name in ["okafor", "lin"] { house.enter(name) }
        house.enter("tomas", .watch("okafor"))
        house.play("okafor", "lin", "5", "1")
        house.forge(["matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2])
        #expect(house.screen("okafor").contains("lin's program broke the rules."))
        house.run(for: .seconds(10))
        for guest in house.names {
            #expect(house.screen(guest).contains("RULES BROKEN"))
            #expect(house.screen(guest).contains("This is the last valid board"))
        }
        house.press("tomas", "esc")
        #expect(house.screen("tomas").contains(" foul "))
        house.press("okafor", "esc")
        #expect(
            house.screen("okafor").contains("okafor")
                && !house.screen("okafor").contains("RULES BROKEN"))
        house.press("lin", "esc")
        #expect(!house.screen("lin").contains("RULES BROKEN"))
    }

    @Test("With an untrusted board only the keys to leave are offered, the others show the reason")
    func keysInDoubt() throws {
        var house = House(isGuarded: false)
        for name in ["okafor", "lin"] { house.enter(name) }
        house.enter("tomas", .watch(nil))
        // The notice about the older server has to expire first.
        house.run(for: .seconds(8))
        house.play("okafor", "lin", "5", "1")
        house.forge(["matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2])
        #expect(
            house.screen("tomas").contains("The match between okafor and lin breaks the rules."))
        let bar = try #require(house.screen("okafor").split(separator: "\n").last)
        #expect(bar.contains("n next") && bar.contains("Esc back"))
        for word in ["choose", "place", "draw", "resign"] { #expect(!bar.contains(word)) }
        for key in ["up", "5", "enter", "d", "x", "R"] {
            house.press("okafor", key)
            #expect(house.screen("okafor").contains("This match is no longer valid"), "\(key)")
        }
        house.press("okafor", "n")
        house.press("lin", "n")
        #expect(house.screen("okafor").contains("ROUND 1  move 1"))
    }

    @Test("Two players of the same name keep their names when a third one comes during the match")
    func namesakes() {
        var house = House()
        for _ in 1...3 { house.enter("lin") }
        #expect(house.screen("lin").contains("lin (O) against lin 2 (X)"))
        #expect(house.screen("lin 2").contains("lin 2 (X) against lin (O)"))
        house.play("lin", "lin 2", "5", "2", "3", "1", "7")
        let text = "tictactoe, lin (O), lin 2 (X): O5 X2?? O3 X1 O7. lin won the round."
        for guest in ["lin", "lin 2"] {
            house.press(guest, "y")
            #expect(house.wishes(of: guest).last == .show(.copy(text)))
        }
    }

    @Test("Each sees the squares by the numbers of their own keys")
    func numberings() {
        var house = House()
        house.enter("okafor")
        house.enter("lin", keymap: Keymap(.keypad))
        house.play("okafor", "1")
        #expect(house.screen("lin").contains("okafor placed O in 7."))
        #expect(house.screen("lin").contains("1 O 7"))
        house.play("lin", "9")
        #expect(house.screen("okafor").contains("lin placed X in 3."))
        #expect(house.screen("okafor").contains("2 X 3"))
    }

    @Test("The bell rings once when it becomes my move")
    func bell() {
        var house = House.match
        #expect(house.wishes(of: "okafor").count { $0 == .show(.ring) } == 1)
        #expect(house.wishes(of: "lin").count { $0 == .show(.ring) } == 0)
        house.play("okafor", "lin", "5", "1")
        house.run(for: .seconds(10))
        #expect(house.wishes(of: "okafor").count { $0 == .show(.ring) } == 2)
        #expect(house.wishes(of: "lin").count { $0 == .show(.ring) } == 1)
        house.choose("okafor", "bell")
        house.play("okafor", "lin", "2", "3")
        #expect(house.wishes(of: "okafor").count { $0 == .show(.ring) } == 2)
    }

    @Test("No piece is placed before a square is chosen, so stray keys do nothing")
    func stray() {
        var house = House.match
        house.press("okafor", "enter")
        #expect(house.screen("okafor").contains("Choose a square first"))
        house.press("lin", "enter")
        #expect(house.screen("lin").contains("It's not your move yet."))
        house.press("okafor", "up", "enter", "enter", "enter")
        #expect(house.screen("okafor").contains("lin to move"))
        #expect(house.screen("lin").contains("1 O 5"))
        #expect(!house.screen("lin").contains("2 X"))
    }

    @Test("A draw is offered, declined, offered later and agreed on")
    func draws() {
        var house = House.match
        house.press("okafor", "d", "enter")
        #expect(!house.screen("lin").contains("offers a draw"))
        house.press("okafor", "d", "y")
        #expect(house.screen("lin").contains("okafor offers a draw"))
        house.press("lin", "x")
        #expect(house.screen("okafor").contains("lin declined the draw."))
        house.press("okafor", "d")
        #expect(house.screen("okafor").contains("has just declined a draw"), "before it asks")
        house.play("okafor", "5")
        house.press("okafor", "d", "y")
        #expect(house.screen("lin").contains("offers draw"))
        house.press("lin", "d", "right", "enter")
        #expect(house.screen("okafor").contains("DRAW AGREED"))
        #expect(!house.screen("okafor").contains("offers draw"))
    }

    @Test("A player who has just declined a draw reads that before d asks to offer one")
    func declinedDraw() {
        var house = House.match
        house.press("okafor", "d", "y")
        // okafor's program removes the declined offer once it knows of the refusal.
        for key in ["x", "d"] { house.feed(.key(Keyboard.event(of: key)), to: "lin") }
        #expect(house.screen("lin").contains("You have just declined a draw."))
        #expect(!house.screen("lin").contains("Offer a draw?"))
        house.run(for: .milliseconds(200))
        house.press("lin", "d")
        #expect(house.screen("lin").contains("Offer a draw?"))
    }

    @Test("A click on an answer gives it, and one beside it does nothing")
    func clicksAnswer() throws {
        var house = House.match
        house.press("okafor", "R")
        let rows = house.screen("okafor").split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(rows.firstIndex { $0.contains("Resign this round?") })
        let place = try #require(rows[line].firstRange(of: "  resign"))
        let column = rows[line].distance(from: rows[line].startIndex, to: place.lowerBound)
        func click(_ offset: Int) -> ScreenInput {
            .key(.mouse(.press(.left), at: Point(row: line, column: column + offset)))
        }
        house.feed(click(20), to: "okafor")
        #expect(house.screen("okafor").contains("Resign this round?"))
        house.feed(click(3), to: "okafor")
        house.run(for: .milliseconds(20))
        #expect(house.screen("okafor").contains("YOU RESIGNED"))
        house.press("okafor", "r")
        house.press("lin", "r", "R")
        house.run(for: .milliseconds(200))
        house.feed(click(-4), to: "lin")
        #expect(!house.screen("lin").contains("Resign this round?"))
        #expect(!house.screen("lin").contains("RESIGNED"))
    }

    @Test("On the smallest screen the first line shows the state of the connection")
    func tinySync() {
        var house = House()
        house.enter("okafor", rows: 8, columns: 20)
        house.enter("lin", rows: 8, columns: 20)
        #expect(house.screen("okafor").hasPrefix("YOUR MOVE    in sync"))
        #expect(house.screen("lin").hasPrefix("okafor to move"))
        #expect(!house.screen("lin").contains("in sync"))
        house.cutOff("lin")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").hasPrefix("okafor to m… offline"))
    }

    @Test("A player who has placed a piece by its number gets no hint about Enter")
    func quickHint() {
        var house = House()
        house.enter("okafor", isQuick: true)
        house.enter("lin")
        house.run(for: .seconds(6))
        #expect(house.screen("okafor").contains("Number keys place your O right away."))
        #expect(!house.screen("okafor").contains("Choose a square: arrows"))
        house.press("okafor", "5")
        #expect(house.screen("lin").contains("1 O 5"))
    }

    @Test(
        "A name that has no room ends with an ellipsis",
        arguments: [(24, 80), (40, 120), (12, 40), (14, 60), (8, 20), (30, 60)])
    func longNames(rows: Int, columns: Int) {
        let name = "abcdefghijklmnop"
        var house = House()
        house.enter(name, rows: rows, columns: columns)
        for screen in 0..<2 {
            if screen == 1 { house.enter(String(name.reversed()), rows: rows, columns: columns) }
            for line in house.screen("abcdefghijklmnop").split(separator: "\n") {
                for name in [name, String(name.reversed())] {
                    guard let start = line.firstRange(of: name.prefix(4)) else { continue }
                    let rest = line[start.lowerBound...]
                    #expect(rest.hasPrefix(name) || rest.contains("…"), "\(line)")
                }
            }
        }
    }

    @Test("Leaving asks first; then the other is told, and is back in the lobby")
    func leaving() {
        var house = House.match
        house.press("okafor", "esc", "enter")
        #expect(house.screen("okafor").contains("YOUR MOVE"))
        house.press("okafor", "esc", "right", "enter")
        #expect(house.screen("okafor").contains("PLAY"))
        #expect(house.screen("lin").contains("okafor left. You are back in the lobby."))
        #expect(house.screen("lin").contains("PLAY"))
    }

    @Test("Quitting during a round sends a goodbye, and the program ends with the score")
    func quitting() {
        var house = House.match
        house.play("okafor", "lin", "5", "1", "3", "2", "7")
        house.press("okafor", "q")
        #expect(house.wishes(of: "okafor").contains(.leave(.done, lastLine: "you 1–0 lin")))
        #expect(house.screen("lin").contains("okafor left. You are back in the lobby."))
    }

    @Test("An opponent's departure is one notice, not two")
    func leftOnce() {
        var house = House.match
        house.press("lin", "q", "y")
        house.run(for: .seconds(1))
        house.press("okafor", "N")
        let lines = house.screen("okafor").split(separator: "\n").filter { $0.contains("lin left") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("lin left. You are back in the lobby.") == true)
    }

    @Test("An occupied square shows that on itself, until the next key")
    func taken() {
        var house = House.match
        house.run(for: .seconds(6))
        house.play("okafor", "lin", "5", "1")
        house.press("okafor", "5")
        #expect(house.screen("okafor").contains("O is already there."))
        let corner = Point(row: 9, column: 15)
        #expect(house.canvas("okafor")[corner] == Cell("▛", .warning))
        house.press("okafor", "6")
        #expect(house.canvas("okafor")[corner] != Cell("▛", .warning))
        #expect(house.screen("okafor").contains("Enter places your O there."))
    }

    @Test("While the other is to move a square can be chosen, and is seen to be")
    func ahead() {
        var house = House.match
        house.press("lin", "9")
        #expect(house.canvas("lin")[Point(row: 15, column: 27)] == Cell("▛", .cursor))
        house.press("lin", "enter")
        #expect(house.screen("lin").contains("It's not your move yet."))
    }

    @Test("Notices can be read in full in their list, at any width")
    func wholeNotices() {
        var house = House.match
        house.cutOff("okafor")
        house.run(for: .seconds(3))
        house.feed(.resized(Size(rows: 12, columns: 40)), to: "lin")
        house.press("lin", "N")
        let words = house.screen("lin").split { !$0.isLetter }.joined(separator: " ")
        #expect(words.contains("okafor lost connection s"))
        #expect(words.contains("to return"))
    }

    @Test("A key that can't work now shows the reason")
    func refusals() {
        var house = House.match
        house.press("lin", "n")
        #expect(house.screen("lin").contains("Finish this round first"))
        house.play("okafor", "lin", "5", "1", "3", "2", "7")
        for key in ["R", "d", "4"] {
            house.press("okafor", key)
            #expect(house.screen("okafor").contains("This round is over."), "\(key)")
        }
    }

    @Test("A bot that is played meanwhile gives way to a person, and waits")
    func botMeanwhile() {
        var house = House()
        house.press(house.enter("lin"), "b", "5", "enter")
        house.run(for: .seconds(1))
        house.press("lin", "1")
        house.enter("okafor")
        house.press("lin", "enter")
        #expect(house.screen("lin").contains("Choose a square first"))
        #expect(house.screen("lin").contains("against okafor"))
        house.press("okafor", "q", "y")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("medium, started"))
        house.press("lin", "b")
        #expect(house.screen("lin").contains("1 O 5"))
    }

    @Test("A broken connection is counted down for the opponent, and the match continues")
    func away() {
        var house = House.match
        house.play("okafor", "lin", "5", "1")
        house.cutOff("okafor")
        house.run(for: .seconds(1))
        #expect(house.screen("okafor").contains("offline, retry in"))
        #expect(house.screen("lin").contains("s to return"))
        house.press("okafor", "3", "enter")
        house.run(for: .milliseconds(250))
        #expect(house.screen("okafor").contains("1 queued"))
        house.isServerUp = true
        house.run(for: .seconds(5))
        #expect(house.screen("lin").contains("3 O 3"))
        #expect(house.screen("okafor").contains("● in sync"))
    }

    @Test("Watchers are counted, and come along into the next round")
    func watchers() {
        var house = House.match
        for name in ["fatou", "tomas"] { house.press(house.enter(name, .watch(nil)), "enter") }
        #expect(house.screen("okafor").contains("WATCHING  2"))
        house.play("okafor", "lin", "5", "1", "3", "2", "7")
        #expect(house.screen("fatou").contains("O WINS"))
        for guest in ["okafor", "lin"] { house.press(guest, "r") }
        house.run(for: .milliseconds(200))
        for guest in ["fatou", "tomas"] { #expect(house.screen(guest).contains("X TO MOVE")) }
        house.press("fatou", "a")
        #expect(house.screen("fatou").contains("Following okafor"))
        house.press("fatou", "esc")
        #expect(house.screen("okafor").contains("WATCHING  1"))
    }

    @Test("The card of a guest has the score of the current match, with draws")
    func cardOfGuest() {
        var house = House.match
        house.press("okafor", "p")
        #expect(house.screen("okafor").contains("That is possible after the round."))
        for player in ["okafor", "lin"] { house.press(player, "d", "y") }
        house.press("okafor", "p")
        #expect(house.screen("okafor").contains("you 0–0 lin, draws 1"))
    }

    @Test("The last line has only keys that can work now")
    func usefulKeys() {
        var house = House.match
        func keys(_ name: String) -> Substring {
            house.screen(name).split(separator: "\n").last ?? ""
        }
        #expect(keys("okafor").contains("d draw"))
        house.press("okafor", "d", "y")
        #expect(keys("okafor").contains("x withdraw") && !keys("okafor").contains("d draw"))
        house.press("lin", "d", "y")
        #expect(keys("okafor").contains("r rematch"))
        house.press("okafor", "r")
        #expect(keys("okafor").contains("x withdraw") && !keys("okafor").contains("r rematch"))
    }

    @Test("All moves of a full board are in the list below the large headline")
    func allMoves() {
        var house = House.match
        house.play("okafor", "lin", "5", "1", "2", "8", "4", "6", "3", "7", "9")
        house.run(for: .seconds(1))
        let lines = house.screen("okafor").split(separator: "\n")
        #expect(lines.contains { $0.contains("1 O 5") && $0.contains("3 O 2") })
        #expect(lines.contains { $0.contains("7 O 3") && $0.contains("9 O 9") })
        #expect(lines.contains { $0.contains("DRAW — no three in a row") })
        #expect(!house.screen("okafor").contains("The board is full."))
    }

    @Test("The question before resigning is readable in the smallest window")
    func smallQuestion() {
        var house = House.match
        house.feed(.resized(Size(rows: 8, columns: 20)), to: "okafor")
        house.press("okafor", "R")
        #expect(house.screen("okafor").contains("Resign…   no   yes"))
        house.feed(.resized(Size(rows: 10, columns: 40)), to: "okafor")
        #expect(house.screen("okafor").contains("Resign this round?"))
    }

    @Test("A finished round without known moves has no empty heading")
    func noEmptyHeading() {
        var house = House.match
        #expect(house.screen("okafor").contains("ROUND 1  move 1"))
        house.press("okafor", "R", "y")
        #expect(house.screen("okafor").contains("before the first move"))
        #expect(!house.screen("okafor").contains("ROUND 1"))
    }
}
