import Drawing
import Game
import Play
import SimperiumClock
import Testing
import Visit

@Suite("A round seen again on the screen")
struct ReplayScreenTests {
    private func played() throws -> PlayedRound {
        try PlayedRound(
            circle: "lin", cross: "okafor", first: .circle,
            moves: [.centre, .topLeft, .topRight, .top, .bottomLeft], finish: .board)
    }

    @Test("v shows the round again that has ended at a table, and Esc leads back")
    func table() {
        var robot = Robot()
        robot.press("5", "enter", "1", "enter", "3", "enter", "2", "enter", "7", "enter", "v")
        #expect(robot.screen.contains("O WINS"))
        robot.press("home")
        #expect(robot.screen.contains("START"))
        robot.press("right", "right")
        #expect(robot.screen.contains("MOVE 2 OF 5"))
        robot.press("right", "right")
        #expect(robot.screen.contains("loses in 1, misses a draw"))
        #expect(robot.screen.contains("Better: 7."))
        #expect(robot.screen.contains("="))
        robot.press("end")
        #expect(robot.screen.contains("O WINS"))
        robot.press("home", "space")
        robot.wait()
        #expect(robot.screen.contains("O WINS"))
        robot.press("esc")
        #expect(robot.screen.contains("Next round"))
    }

    @Test("Against a bot u takes back, and s shows what each free square and each sign is worth")
    func practice() {
        var robot = Robot(.bot(.perfect))
        robot.press("u")
        #expect(robot.screen.contains("There is no move to take back."))
        robot.press("5", "enter")
        robot.wait()
        #expect(robot.screen.contains("1 O 5") && robot.screen.contains("2 X"))
        robot.press("u")
        #expect(!robot.screen.contains("1 O 5") && robot.screen.contains("YOUR MOVE"))
        robot.press("s")
        #expect(robot.screen.split(separator: "=").count == 11)
        #expect(robot.screen.contains("Notes are on. This round won't count."))
        robot.press("s")
        #expect(!robot.screen.contains("=") && !robot.screen.contains("Notes are on."))
    }

    @Test(
        "A program that was started for it begins with it, at any size",
        arguments: [(24, 80), (12, 40), (8, 20), (50, 150)])
    func opening(rows: Int, columns: Int) throws {
        var client = ScreenClient(
            .replay(try played()), size: Size(rows: rows, columns: columns), seed: 1)
        _ = client.handle(.begin, at: .start)
        #expect(client.draw().text.contains("O WINS"))
        _ = client.handle(.key(Keyboard.event(of: "home")), at: .start)
        #expect(client.draw().text.contains("START"))
        for _ in 0..<9 {
            _ = client.handle(.key(Keyboard.event(of: "right")), at: .start)
        }
        #expect(client.draw().text.contains("O WINS"))
        #expect(client.nextDeadline == nil)
    }

    @Test(
        "The sentence about a move has a form for each width",
        arguments: [
            (
                100,
                "2. X in 2, upper centre: loses in 3 and misses a draw. Better: 1, 3, 7 or 9."
            ),
            (70, "2. X in 2: loses in 3 and misses a draw. Better: 1, 3, 7 or 9."),
            (40, "2. X in 2: loses in 3, misses a draw."),
        ])
    func widths(columns: Int, words: String) throws {
        let round = try PlayedRound(
            circle: "lin", cross: "okafor", first: .circle, moves: [.centre, .top, .topRight],
            finish: .resigned(.cross))
        var house = House()
        house.enter("lin", .replay(round), rows: 24, columns: columns)
        house.press("lin", "home", "right", "right")
        #expect(house.screen("lin").contains(words))
    }

    @Test("In a large window a strip has the board after each move, with marks on slips")
    func strip() throws {
        let round = try PlayedRound(
            circle: "lin", cross: "ōkafor漢", first: .circle, moves: [.centre, .top, .topRight],
            finish: .resigned(.cross))
        for (rows, columns, hasStrip) in [(24, 80, false), (40, 120, true), (80, 250, true)] {
            var house = House()
            house.enter("lin", .replay(round), rows: rows, columns: columns)
            #expect(house.screen("lin").contains("2 X 2??") == hasStrip)
            house.press("lin", "left")
            #expect(house.screen("lin").contains("▸ 2 X 2??") == hasStrip)
            house.press("lin", "s")
            #expect(!house.screen("lin").contains("2 X 2??"))
        }
    }

    @Test("y copies the round as a text, from the replay and from the board")
    func copies() {
        var house = House.match
        house.play("okafor", "lin", "5", "2", "3", "1", "7")
        let text = "tictactoe, okafor (O), lin (X): O5 X2?? O3 X1 O7. okafor won the round."
        house.press("lin", "y")
        #expect(house.wishes(of: "lin").last == .show(.copy(text)))
        house.press("okafor", "v", "y")
        #expect(house.wishes(of: "okafor").last == .show(.copy(text)))
    }

    @Test("A round without moves is not offered again, and a replay of one shows how it ended")
    func noMoves() throws {
        var house = House.match
        house.press("okafor", "R", "y")
        for guest in house.names {
            #expect(house.screen(guest).contains("Rematch"))
            #expect(!house.screen(guest).contains("Replay"))
            #expect(!house.screen(guest).contains("v replay"))
            house.press(guest, "v")
            #expect(house.screen(guest).contains("This round has no moves, or some are unknown."))
        }
        var robot = Robot(.bot(.easy))
        robot.press("R", "y")
        #expect(!robot.screen.contains("v replay"))

        let round = try PlayedRound(
            circle: "lin", cross: "okafor", first: .circle, moves: [], finish: .resigned(.circle))
        var other = House()
        other.enter("lin", .replay(round))
        #expect(other.screen("lin").contains("O RESIGNED"))
        #expect(other.screen("lin").contains("lin resigned."))
        #expect(!other.screen("lin").contains("START"))
    }

    @Test("In a match it can be seen until the next round begins")
    func match() {
        var house = House.match
        house.play("okafor", "lin", "5", "1", "3", "2", "7")
        house.press("lin", "v", "end")
        #expect(house.screen("lin").contains("O WINS"))
        #expect(house.screen("lin").contains("okafor (O), lin (X)"))
        house.press("okafor", "r")
        #expect(house.screen("lin").contains("O WINS"))
        house.press("lin", "esc", "r")
        #expect(house.screen("lin").contains("YOUR MOVE"))
    }

    @Test("C64: A replay names the key that leads to the opponent's offer, and the time for it")
    func rematchOffered() {
        var house = House.match
        house.play("okafor", "lin", "5", "1", "3", "2", "7")
        house.press("lin", "v")
        house.press("okafor", "r")
        house.run(for: .seconds(10))
        #expect(
            house.screen("lin").contains(
                /okafor wants a rematch: Esc goes back to answer, \d+ s left\./))
        house.feed(.resized(Size(rows: 12, columns: 40)), to: "lin")
        #expect(house.screen("lin").contains(/Rematch\? \d+ s left, Esc: back\./))
        house.press("lin", "esc", "r")
        #expect(house.screen("lin").contains("YOUR MOVE"))
    }

    @Test("The notice that the opponent left during a replay does not claim another screen")
    func opponentLeft() {
        var house = House.match
        house.play("okafor", "lin", "5", "1", "3", "2", "7")
        house.press("lin", "v")
        house.press("okafor", "esc")
        #expect(house.screen("lin").contains("okafor left."))
        #expect(!house.screen("lin").contains("You are back in the lobby."))
    }

    @Test("A player whose match ends during a replay continues it, and then comes to the lobby")
    func opponentGone() {
        var house = House.match
        house.play("okafor", "lin", "5", "1", "3", "2", "7")
        house.press("lin", "v", "end")
        house.press("okafor", "esc")
        #expect(house.screen("lin").contains("O WINS"))
        house.press("lin", "esc")
        #expect(house.screen("lin").contains("lobby"))
    }
}
