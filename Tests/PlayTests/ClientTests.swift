import Commands
import Drawing
import Game
import Play
import Records
import Testing
import Visit

@Suite("Client")
struct ClientTests {
    /// A person at a keyboard, with the keys pressed and the texts that are then on the screen.
    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        private let opponent: LocalGame.LocalOpponent
        private let steps: [Step]

        enum Step: Sendable {
            case press([String])
            case click(row: Int, column: Int)
            case feed(ScreenInput)
            case hangUp
            /// Lets all time pass that the program waits for.
            case wait
            case shows(String)
            case hides(String)
            case does([ScreenClient.Effect])

            static func press(_ keys: String...) -> Step { .press(keys) }
        }

        init(
            _ name: String, against opponent: LocalGame.LocalOpponent = .samePerson,
            _ steps: Step...
        ) {
            testDescription = name
            self.opponent = opponent
            self.steps = steps
        }

        func run() {
            var robot = Robot(opponent)
            for (index, step) in steps.enumerated() {
                let place = "\(testDescription), step \(index + 1): \(step)"
                switch step {
                case .press(let keys): for key in keys { robot.press(key) }
                case .click(let row, let column): robot.click(row: row, column: column)
                case .feed(let input): robot.feed(input)
                case .hangUp: robot.feed(.program(.hangUp))
                case .wait: robot.wait()
                case .shows(let text): #expect(robot.screen.contains(text), "\(place)")
                case .hides(let text): #expect(!robot.screen.contains(text), "\(place)")
                case .does(let effects): #expect(robot.effects == effects, "\(place)")
                }
            }
        }
    }

    static let stories = [
        Story(
            "Two at one keyboard play a round, and the other side begins the next",
            .press("5", "enter", "1", "enter", "3", "enter", "7", "enter"),
            .press("4", "enter", "6", "enter", "2", "enter", "8", "enter"),
            .shows("O TO MOVE"), .press("9", "enter"), .shows("DRAW"), .press("enter"),
            .shows("X TO MOVE")),
        Story(
            "A taken square is refused in words, and the turn stays",
            .press("enter", "enter"), .shows("O is already there."), .shows("X TO MOVE"),
            .press("left"), .hides("already")),
        Story(
            "A bot answers after a moment, and not before", against: .bot(.perfect),
            .press("enter"), .shows("X TO MOVE"), .press("1", "enter"),
            .shows("It's not your move yet."), .wait, .shows("YOUR MOVE")),
        Story(
            "The bot begins every other round by itself", against: .bot(.easy),
            .press("R"), .shows("Resign this round? The easy bot wins."), .press("right", "enter"),
            .shows("YOU RESIGNED"), .press("enter"), .wait, .shows("YOUR MOVE"), .shows("1 X")),
        Story(
            "A question about a round closes when the bot ends the round", against: .bot(.perfect),
            .press("1", "enter"), .wait, .press("2", "enter"), .wait, .press("8", "enter", "R"),
            .shows("Resign this round?"), .wait, .hides("Resign this round?")),
        Story(
            "So does the question before quitting", against: .bot(.perfect),
            .press("1", "enter"), .wait, .press("2", "enter"), .wait, .press("8", "enter", "q"),
            .shows("Quit?"), .wait, .hides("Quit?")),
        Story(
            "Resigning asks first, and the safe answer is the one preselected",
            .press("R"), .shows("Resign this round? Cross wins."), .press("enter"),
            .shows("O TO MOVE"),
            .press("R", "esc"), .hides("Resign this round?"), .press("R", "right", "enter"),
            .shows("O RESIGNED"), .press("R"), .shows("This round is over.")),
        Story(
            "A warning about this machine is shown once, and can be read again",
            .feed(.warned("Nothing is kept.")), .shows("Nothing is kept."), .press("5"),
            .hides("Nothing is kept."), .press("N"), .shows("Nothing is kept.")),
        Story(
            "Leaving leaves the score on the terminal, once there is one", against: .bot(.easy),
            .press("q"), .does([.leave(.done, lastLine: nil)]), .press("R", "right", "enter"),
            .press("ctrl-c"), .does([.leave(.done, lastLine: "you 0–1 easy bot")]),
            .hangUp, .does([.leave(.done, lastLine: "you 0–1 easy bot")])),
        Story(
            "The help shows each key that works here, and closes by the key that opened it",
            .press("?"), .shows("Keys"), .shows("1-9"), .shows("Ctrl-L"), .shows("Ctrl-Z"),
            .shows("resign; asks first"), .shows("N "), .press("?"), .hides("Keys"),
            .press("?", "q"), .does([]), .hides("Keys")),
        Story(
            "While the help is open the game continues below it", against: .bot(.medium),
            .press("enter", "?"), .wait, .press("?"), .shows("YOUR MOVE")),
        Story(
            "A click chooses a square, and a second one places there",
            .click(row: 4, column: 8), .shows("Enter places your O there."),
            .click(row: 4, column: 8), .shows("X TO MOVE"), .click(row: 0, column: 0),
            .shows("X TO MOVE")),
        Story(
            "Pasted text plays nothing", .feed(.key(.paste("1\r5\r"))), .shows("O TO MOVE")),
        Story(
            "Esc brings back the colours there were, and Enter keeps those that are shown",
            .press("t", "down", "down", "esc"), .does([.show(.useTheme(.dark))]), .hides("▸ dark"),
            .press("t", "down", "enter"), .shows("Theme: light."), .hides("▸ light"),
            .press("t", "esc"), .does([]), .feed(.resized(Size(rows: 12, columns: 40))),
            .press("t", "up", "up"), .shows("▸ catppuccin-latte")),
    ]

    @Test("A person plays at this terminal", arguments: stories)
    func plays(story: Story) {
        story.run()
    }

    @Test("Esc leads from a round to a menu that resumes it, and never out of the program")
    func leavesTable() {
        for opponent in [LocalGame.LocalOpponent.samePerson, .bot(.easy)] {
            var robot = Robot(opponent)
            robot.press("esc")
            #expect(robot.effects == [])
            #expect(robot.screen.contains("Local play"))
            robot.press(opponent == .samePerson ? "2" : "b", "5", "enter")
            robot.wait()
            robot.press("esc")
            #expect(robot.effects == [] && robot.screen.contains("Local play"))
            robot.press(opponent == .samePerson ? "2" : "b")
            #expect(robot.screen.contains("1 O 5"))
            robot.press("esc")
            #expect(robot.screen.contains("Two at this keyboard"))
            for word in ["Quick match", "PLAYERS", "in sync"] {
                #expect(!robot.screen.contains(word))
            }
            for key in ["esc", "n", "J", "w", "i", "tab", "v", "left", "right"] {
                robot.press(key)
                #expect(robot.effects == [], "\(key)")
                #expect(robot.screen.contains("Local play"), "\(key)")
            }
            robot.press("esc")
            #expect(robot.screen.contains("This is the main menu. Press q to quit."))
            // Quitting loses the round, and the question names that.
            robot.press("q")
            #expect(robot.screen.contains("Quit? You can't resume your unfinished round."))
            robot.press("q")
            #expect(robot.effects == [] && robot.screen.contains("Local play"))
            robot.press("q", "y")
            #expect(robot.effects == [.leave(.done, lastLine: nil)])
        }
    }

    @Test("Nothing is asked where nothing is lost", arguments: ["esc", "q"])
    func asksNothing(key: String) {
        let day = PuzzleDay(number: 20_000)
        for opponent in [
            LocalGame.LocalOpponent.bots, .puzzle(Puzzle(of: day)), .bot(.easy), .samePerson,
        ] {
            var robot = Robot(opponent)
            robot.wait(most: 4)
            robot.press(key)
            #expect(!robot.screen.contains("Quit?") && !robot.screen.contains("Leave"))
            if key == "esc" {
                #expect(robot.screen.contains("Local play"), "\(opponent)")
            } else {
                #expect(robot.effects == [.leave(.done, lastLine: nil)], "\(opponent)")
            }
        }
        var insistent = Robot(.samePerson)
        insistent.press("5", "enter", "ctrl-c", "ctrl-c")
        #expect(insistent.effects == [.leave(.done, lastLine: nil)])
    }

    @Test("Esc and q close each panel alike", arguments: ["esc", "q"])
    func closes(key: String) {
        for (opener, heading) in [
            ("?", "Keys"), ("N", "Notices"), ("t", "Theme"), ("R", "Resign"),
        ] {
            var robot = Robot()
            robot.press("5", "enter", opener)
            #expect(robot.screen.contains(heading))
            robot.press(key)
            #expect(robot.effects.isEmpty && !robot.screen.contains(heading), "\(opener)")
            #expect(robot.screen.contains("X TO MOVE"))
        }
    }

    @Test("A bot's game that was left continues, and the menu has other strengths")
    func comesBack() {
        var robot = Robot(.bot(.medium))
        robot.press("5", "enter")
        robot.wait()
        robot.press("esc")
        #expect(robot.screen.contains("medium, started") || robot.screen.contains("‹ medium ›"))
        robot.press("b")
        #expect(robot.screen.contains("1 O 5"))
        robot.press("esc", "right", "enter")
        #expect(robot.screen.contains("you against the hard bot"))
        #expect(!robot.screen.contains("1 O 5"))
    }

    @Test("Beside the help the board stays, where there is room; with quick no hint names Enter")
    func layouts() {
        for columns in [70, 110] {
            var robot = Robot()
            robot.feed(.resized(Size(rows: 30, columns: columns)))
            robot.press("?")
            #expect(robot.screen.contains("Keys"))
            #expect(robot.screen.contains("───┼───") == (columns > 100))
        }
        var preferences = Preferences()
        preferences.isQuick = true
        let quick = Robot(preferences: preferences)
        #expect(quick.screen.contains("Number keys place your O right away."))
        #expect(!quick.screen.contains("Enter places your"))
    }

    @Test("The window's title shows whose move it is against a bot, and nothing at one keyboard")
    func titles() {
        var robot = Robot(.bot(.easy))
        #expect(robot.client.draw().title == "● your move – tictactoe")
        robot.press("enter")
        #expect(robot.client.draw().title == "tictactoe")
        robot.wait()
        #expect(robot.client.nextDeadline == nil)
        #expect(robot.client.draw().title == "● your move – tictactoe")
        #expect(Robot().client.draw().title == "tictactoe")
    }

    @Test("Colours follow the terminal's background until the player chooses a theme")
    func background() {
        var robot = Robot()
        robot.feed(.background(isLight: true))
        #expect(robot.effects.contains(.show(.useTheme(.light))))
        robot.feed(.background(isLight: true))
        #expect(robot.effects == [])
        robot.feed(.configured(Preferences()))
        #expect(robot.effects.contains(.show(.useTheme(.light))))
        robot.press("t", "enter")
        robot.feed(.background(isLight: false))
        #expect(!robot.effects.contains(.show(.useTheme(.dark))))
        var fixed = Preferences()
        fixed.fixed = [.theme]
        robot.feed(.configured(fixed))
        robot.feed(.background(isLight: true))
        #expect(robot.effects == [])
    }

    @Test("Without a lobby, the key that copies the invite command has no effect")
    func copiesNothingAlone() {
        var robot = Robot()
        robot.press("esc", "y")
        #expect(robot.screen.contains("y does nothing here."))
    }

    @Test("The theme key shows all themes one after the other, and comes back to the first")
    func themes() {
        var robot = Robot()
        var names: [String] = []
        robot.press("t")
        #expect(robot.effects == [] && robot.screen.contains("▸ dark"))
        for _ in Theme.builtIn {
            robot.press("t")
            guard case .show(.useTheme(let theme)) = robot.effects.first else { continue }
            names.append(theme.name)
        }

        #expect(Set(names) == Set(Theme.builtIn.map(\.name)))
        #expect(names.last == "dark")
        robot.press("up")
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
        #expect(Robot(rows: 3, columns: 12).screen == "needs 20x8\n\n")
    }
}
