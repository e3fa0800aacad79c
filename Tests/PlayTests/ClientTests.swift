import Commands
import Drawing
import Game
import Play
import Records
import Testing
import Visit

@Suite("Client")
struct ClientTests {
    @Test("Two at one keyboard play a round, and the other side begins the next")
    func twoPlayers() {
        var robot = Robot()
        for number in ["5", "1", "3", "7", "4", "6", "2", "8"] { robot.press(number, "enter") }
        #expect(robot.screen.contains("O TO MOVE"))
        robot.press("9", "enter")
        #expect(robot.screen.contains("A DRAW"))

        robot.press("enter")
        #expect(robot.screen.contains("X TO MOVE"))
    }

    @Test("A taken square is refused in words, and the turn stays")
    func taken() {
        var robot = Robot()
        robot.press("enter", "enter")

        #expect(robot.screen.contains("O stands there already."))
        #expect(robot.screen.contains("X TO MOVE"))
        robot.press("left")
        #expect(!robot.screen.contains("already"))
    }

    @Test("A bot answers after a moment, and not before")
    func bot() {
        var robot = Robot(.bot(.perfect))
        robot.press("enter")
        #expect(robot.screen.contains("X TO MOVE"))
        robot.press("1", "enter")
        #expect(robot.screen.contains("Not your move yet."))

        robot.wait()
        #expect(robot.screen.contains("YOUR MOVE"))
        #expect(robot.client.nextDeadline == nil)
    }

    @Test("The bot begins every other round by itself")
    func botBegins() {
        var robot = Robot(.bot(.easy))
        robot.press("R", "right", "enter")
        #expect(robot.screen.contains("O RESIGNED"))
        robot.press("enter")
        robot.wait()

        #expect(robot.screen.contains("YOUR MOVE"))
        #expect(robot.screen.contains("1 X"))
    }

    @Test("Resigning asks first, and the safe answer is the one preselected")
    func resigning() {
        var robot = Robot()
        robot.press("R")
        #expect(robot.screen.contains("Resign this round?"))
        robot.press("enter")
        #expect(robot.screen.contains("O TO MOVE"))

        robot.press("R", "esc")
        #expect(!robot.screen.contains("Resign this round?"))
        robot.press("R", "right", "enter")
        #expect(robot.screen.contains("O RESIGNED"))
        robot.press("R")
        #expect(robot.screen.contains("This round is over."))
    }

    @Test("Esc asks in the middle of a round, leads back to a menu, and never out of the program")
    func leavesTable() {
        for opponent in [Table.Opponent.samePerson, .bot(.easy)] {
            var robot = Robot(opponent)
            robot.press("esc")
            #expect(robot.effects == [])
            #expect(robot.screen.contains("At this terminal"))
            robot.press(opponent == .samePerson ? "2" : "b", "5", "enter")
            robot.wait()
            robot.press("esc")
            #expect(robot.screen.contains("Leave the round? It waits for you."))
            robot.press("enter")
            #expect(robot.screen.contains("1 O 5"))
            robot.press("esc", "y")
            #expect(robot.effects == [])
            #expect(robot.screen.contains("Two at this keyboard"))
            for word in ["Quick match", "PEOPLE", "in sync"] {
                #expect(!robot.screen.contains(word))
            }
            for key in ["esc", "n", "c", "w", "i", "e", "tab", "v", "left", "right"] {
                robot.press(key)
                #expect(robot.effects == [], "\(key)")
                #expect(robot.screen.contains("At this terminal"), "\(key)")
            }
            robot.press("esc")
            #expect(robot.screen.contains("There is nothing behind this menu: q leaves the game."))
            robot.press("q")
            #expect(robot.effects == [.leave(.done, lastLine: nil)])
        }
    }

    @Test("A bot's game that was left goes on, and the menu has others of another strength")
    func comesBack() {
        var robot = Robot(.bot(.medium))
        robot.press("5", "enter")
        robot.wait()
        robot.press("esc", "y")
        #expect(robot.screen.contains("medium, goes on") || robot.screen.contains("‹ medium ›"))
        robot.press("b")
        #expect(robot.screen.contains("1 O 5"))
        robot.press("esc", "y", "right", "enter")
        #expect(robot.screen.contains("you against the hard bot"))
        #expect(!robot.screen.contains("1 O 5"))
    }

    @Test("With quick a number places, and no hint speaks of Enter")
    func quickTable() {
        var preferences = Preferences()
        preferences.isQuick = true
        let client = Client(
            .table(.samePerson), preferences: preferences, size: Size(rows: 24, columns: 80),
            seed: 1)
        #expect(client.draw().text.contains("A number places your O at once."))
        #expect(!client.draw().text.contains("Enter places your"))
    }

    @Test("What this machine can't do is told once, and can be read again")
    func warned() {
        var robot = Robot()
        robot.feed(.warned("Nothing is kept."))
        #expect(robot.screen.contains("Nothing is kept."))
        robot.press("5")
        #expect(!robot.screen.contains("Nothing is kept."))
        robot.press("N")
        #expect(robot.screen.contains("Nothing is kept."))
    }

    @Test("Leaving leaves the score on the terminal, once there is one")
    func leaving() {
        var robot = Robot(.bot(.easy))
        robot.press("q")
        #expect(robot.effects == [.leave(.done, lastLine: nil)])

        robot.press("R", "right", "enter")
        robot.press("ctrl-c")
        #expect(robot.effects == [.leave(.done, lastLine: "you 0–1 easy bot")])
        robot.feed(.hangUp)
        #expect(robot.effects == [.leave(.done, lastLine: "you 0–1 easy bot")])
    }

    @Test("The help shows each key that works here, and closes by the key that opened it")
    func help() {
        var robot = Robot()
        robot.press("?")
        for word in ["Keys", "1-9", "Ctrl-L", "Ctrl-Z", "give this round up", "B "] {
            #expect(robot.screen.contains(word))
        }
        robot.press("?")
        #expect(!robot.screen.contains("Keys"))
        robot.press("?", "q")
        #expect(robot.effects == [])
        #expect(!robot.screen.contains("Keys"))
    }

    @Test("Beside the help the board stays, where there is room for both", arguments: [70, 110])
    func helpBeside(columns: Int) {
        var robot = Robot()
        robot.feed(.resized(Size(rows: 30, columns: columns)))
        robot.press("?")
        #expect(robot.screen.contains("Keys"))
        #expect(robot.screen.contains("───┼───") == (columns > 100))
    }

    @Test("While the help is open the game goes on below it")
    func helpOverBot() {
        var robot = Robot(.bot(.medium))
        robot.press("enter", "?")
        robot.wait()
        robot.press("?")

        #expect(robot.screen.contains("YOUR MOVE"))
    }

    @Test("A click chooses a square, and a second one places there")
    func mouse() {
        var robot = Robot()
        robot.click(row: 4, column: 8)
        #expect(robot.screen.contains("Enter places your O there."))
        robot.click(row: 4, column: 8)
        #expect(robot.screen.contains("X TO MOVE"))
        robot.click(row: 0, column: 0)
        #expect(robot.screen.contains("X TO MOVE"))
    }

    @Test("The window says whose move it is against a bot, and nothing at one keyboard")
    func titles() {
        var robot = Robot(.bot(.easy))
        #expect(robot.client.draw().title == "● your move – tictactoe")
        robot.press("enter")
        #expect(robot.client.draw().title == "tictactoe")
        robot.wait()
        #expect(robot.client.draw().title == "● your move – tictactoe")
        #expect(Robot().client.draw().title == "tictactoe")
    }

    @Test("Pasted text plays nothing")
    func paste() {
        var robot = Robot()
        robot.feed(.key(.paste("1\r5\r")))

        #expect(robot.screen.contains("O TO MOVE"))
    }

    @Test("Colours go by the terminal's background, until somebody chooses some")
    func background() {
        var robot = Robot()
        robot.feed(.background(isLight: true))
        #expect(robot.effects.contains(.useTheme(.light)))
        robot.feed(.background(isLight: true))
        #expect(robot.effects == [])
        robot.feed(.configured(Preferences()))
        #expect(robot.effects.contains(.useTheme(.light)))
        robot.press("t", "enter")
        robot.feed(.background(isLight: false))
        #expect(!robot.effects.contains(.useTheme(.dark)))
        var fixed = Preferences()
        fixed.fixed = [.theme]
        robot.feed(.configured(fixed))
        robot.feed(.background(isLight: true))
        #expect(robot.effects == [])
    }

    @Test("The theme key shows all themes one after the other, and comes back to the first")
    func themes() {
        var robot = Robot()
        var names: [String] = []
        robot.press("t")
        #expect(robot.effects == [] && robot.screen.contains("▸ dark"))
        for _ in Theme.builtIn {
            robot.press("t")
            guard case .useTheme(let theme) = robot.effects.first else { continue }
            names.append(theme.name)
        }

        #expect(Set(names) == Set(Theme.builtIn.map(\.name)))
        #expect(names.last == "dark")
        robot.press("up")
        #expect(robot.screen.contains("▸ catppuccin-latte"))
    }

    @Test("Esc brings back the colours there were, and Enter keeps those that are shown")
    func choosingColours() {
        var robot = Robot()
        robot.press("t", "down", "down")
        robot.press("esc")
        #expect(robot.effects == [.useTheme(.dark)] && !robot.screen.contains("▸ dark"))
        robot.press("t", "down", "enter")
        #expect(robot.screen.contains("Colours: light.") && !robot.screen.contains("▸ light"))
        robot.press("t", "esc")
        #expect(robot.effects == [])
        robot.feed(.resized(Size(rows: 12, columns: 40)))
        robot.press("t", "up", "up")
        #expect(robot.screen.contains("▸ catppuccin-latte"))
    }

    @Test("Any size is drawn, and coming back shows the same again")
    func sizes() {
        var robot = Robot()
        robot.press("5", "enter")
        let before = robot.screen
        for rows in [1, 2, 7, 8, 11, 12, 23, 24, 50, 200] {
            for columns in [1, 10, 19, 20, 39, 40, 79, 80, 130, 500] {
                robot.feed(.resized(Size(rows: rows, columns: columns)))
                let lines = robot.screen.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count == rows)
                #expect(lines.allSatisfy { $0.count <= columns })
            }
        }
        robot.feed(.resized(Size(rows: 24, columns: 80)))

        #expect(robot.screen == before)
    }

    @Test("Too small a window says what is needed")
    func tooSmall() {
        let robot = Robot(rows: 3, columns: 12)
        #expect(robot.screen == "needs 20x8\n\n")
    }
}
