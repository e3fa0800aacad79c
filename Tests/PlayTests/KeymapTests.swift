import Commands
import Drawing
import Game
import Play
import SimperiumClock
import Testing
import Visit

@Suite("Keys of one's own")
struct KeymapTests {
    private static func bindings(_ lines: String) throws -> [KeyBinding] {
        try options(lines)?.keys ?? []
    }

    private static func options(_ lines: String) throws -> ScreenOptions? {
        let file = try ConfigFile(path: "c", Array(lines.utf8))
        let invocation = try Invocation(ParsedCommandLine(["local"]), environment: [:]) { [file] }
        guard case .localGame(let options) = invocation else { return nil }
        return options.screen
    }

    private static func robot(_ lines: String, rows: Int = 24, columns: Int = 80) throws -> Robot {
        let options = try #require(try Self.options(lines))
        var preferences = Preferences()
        preferences.keymap = try Keymap(
            options.keys, SquareNumbering(isKeypad: options.isKeypad))
        return Robot(rows: rows, columns: columns, preferences: preferences)
    }

    @Test("A chosen key has its action, the usual key no longer, and the screen shows it")
    func chosen() throws {
        var robot = try Self.robot("key = resign=S\nkey = left=z\nkey = quit=f10")
        #expect(robot.screen.contains("S resign"))
        robot.press("R")
        #expect(robot.screen.contains("R does nothing here"))
        robot.press("S")
        #expect(robot.screen.contains("Resign this round?"))
        robot.press("esc", "z", "?")
        #expect(robot.screen.contains("choose a square; also j k l z"))
        #expect(robot.screen.contains(/F10 +quit the game/))
        robot.press("?")
        robot.feed(.key(.key(.function(10))))
        #expect(robot.effects == [.leave(.done, lastLine: nil)])

        // Several keys may be for one thing.
        var several = try Self.robot("key = resign=S\nkey = resign=ctrl-r")
        #expect(several.screen.contains("S Ctrl-R resign"))
        several.press("ctrl-r")
        #expect(several.screen.contains("Resign this round?"))
    }

    @Test("Hints name the chosen keys")
    func hints() throws {
        let lines = "key = decline=z\nkey = resign=S\nkey = help=f9"
        let keymap = try Keymap(try Self.bindings(lines))
        let games = [
            "asked": try #require(DayGames.invitation(from: "okafor")),
            "theirs": try #require(DayGames.all["theirs"]),
        ]
        var house = House()
        house.press(house.enter("lin", keymap: keymap), "esc")
        house.signIn("lin", as: "lin", keeping: DayGames.edits(games))
        house.run(for: .seconds(1))
        house.press("lin", "o")
        #expect(house.screen("lin").contains("Enter opens the board, z declines."))
        house.press("lin", "down", "-")
        #expect(house.screen("lin").contains("This game is not over yet. S resigns it."))
        house.press("lin", "esc")
        house.feed(.key(.key(.function(9))), to: "lin")
        #expect(house.screen("lin").contains(": F9 next"))
    }

    @Test(
        "The squares show the digits that choose them, as on a telephone or as on a keypad",
        arguments: [
            ("", ["123", "456", "789"], "1"), ("keypad = yes", ["789", "456", "123"], "7"),
        ])
    func digits(lines: String, rows: [String], first: String) throws {
        var robot = try Self.robot(lines, rows: 8, columns: 20)
        // Where the cursor is, one's own piece stands for the number.
        #expect(Self.digits(robot) == [rows[0], rows[1].filter { $0 != "5" }, rows[2]])
        robot.press(first, "enter")
        #expect(Self.digits(robot) == [String(rows[0].dropFirst())] + rows.dropFirst())
    }

    /// Those in the rows of a small board.
    private static func digits(_ robot: Robot) -> [String] {
        robot.screen.split(separator: "\n").filter { $0.contains("│") }
            .map { $0.filter(\.isNumber) }
    }

    @Test("The pages of the help are of one length, and the last line names the effect of ?")
    func helpPages() {
        var house = House()
        house.press(house.enter("lin"), "esc", "?")
        func rows() -> Int {
            house.screen("lin").split(separator: "\n").count { $0.contains("│ ") }
        }
        #expect(house.screen("lin").contains("Keys 1/2"))
        #expect(house.screen("lin").contains("Esc close  ? next"))
        let first = rows()
        house.press("lin", "?")
        #expect(house.screen("lin").contains("Keys 2/2"))
        #expect(house.screen("lin").contains("Esc close  ? close"))
        #expect(abs(rows() - first) <= 1)
        house.press("lin", "?")
        #expect(!house.screen("lin").contains("Keys"))
    }

    @Test(
        "Beside a board the help leaves the rule above the last two lines whole",
        arguments: [Scene.drawOffered, .mayClaim, .resultWon, .resultAsked])
    func helpAboveRule(scene: Scene) {
        var house = scene.house
        house.press(house.latest, "?")
        let lines = house.screen(house.latest)
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[21].count { $0 == "─" } == 80, "\(lines[21])")
        #expect(lines[..<21].contains { $0.contains("└") })
    }

    @Test(
        "A key that would do two things on one screen is refused with its line",
        arguments: [
            ("key = resign=x", #"c:1: key: x is already assigned (decline)"#),
            ("\nkey = resign=z\nkey = draw=z", #"c:3: key: z is already assigned (resign)"#),
            ("key = bell=5", "c:1: key: 5 is already assigned (choose that square)"),
            ("key = help=n", "c:1: key: n is already assigned (find)"),
            ("key = invite=R", ""),
            ("key = resign=d\nkey = draw=R", ""),
        ])
    func doubled(lines: String, complaint: String) throws {
        let bindings = try Self.bindings(lines)
        do throws(UsageError) {
            _ = try Keymap(bindings)
            #expect(complaint == "")
        } catch {
            #expect(error.description == complaint)
        }
    }

    @Test("All keys that would do two things are named, and two lines for one key once")
    func allDoubled() throws {
        let bindings = try Self.bindings(
            "key = left=d\nkey = find=r\nkey = quit=n\nkey = watch=z\nkey = invite=z")
        let lines = Keymap.conflicts(of: bindings).map { String($0.description.prefix(4)) }
        // R is free in the lobby, where a search is started.
        #expect(lines == ["c:5:", "c:3:", "c:1:"])
        #expect(Keymap.conflicts(of: try Self.bindings("key = resign=d\nkey = draw=R")).isEmpty)
    }

    @Test("Everything a key can be chosen for is on a screen", arguments: BindableAction.allCases)
    func purposes(purpose: BindableAction) throws {
        let bindings = try Self.bindings("key = \(purpose.rawValue)=q")
        guard purpose != .quit else { return }
        #expect(throws: UsageError.self) { try Keymap(bindings) }
    }
}
