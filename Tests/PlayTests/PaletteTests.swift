import Drawing
import Game
import Lobby
import Play
import SimperiumClock
import Testing
import Visit

/// The list of all actions, and the table that it shows.
@Suite("The list of actions")
struct PaletteTests {
    /// A key as `Keyboard` calls it; nil for an action without a key.
    private static func key(of action: ScreenAction) -> String? {
        guard let first = action.keyNames.split(separator: " ").first.map(String.init) else {
            return nil
        }
        return first.unicodeScalars.count == 1 ? first : first.lowercased()
    }

    @Test("Every action that is offered is found by its name, and does what its key does")
    func isFound() {
        for scene in Scene.allCases {
            let house = scene.house
            let guest = scene.viewer
            for action in house.client(guest).actions ?? [] {
                var (chosen, pressed) = (house, house)
                chosen.choose(guest, action.paletteTitle)
                #expect(!chosen.screen(guest).contains("No action has"), "\(action.paletteTitle)")
                guard let key = Self.key(of: action) else { continue }
                pressed.run(for: .milliseconds(20))
                pressed.press(guest, key)
                #expect(
                    chosen.screen(guest) == pressed.screen(guest), "\(scene) \(action.paletteTitle)"
                )
                #expect(chosen.wishes(of: guest) == pressed.wishes(of: guest))
            }
        }
    }

    @Test("An action without a key is found by the words that the manual has for it")
    func isFoundByQuery() {
        for scene in Scene.allCases {
            let house = scene.house
            let guest = scene.viewer
            for action in house.client(guest).actions ?? [] where action.keyNames.isEmpty {
                var (typed, chosen) = (house, house)
                typed.choose(guest, action.paletteQuery)
                chosen.choose(guest, action.paletteTitle)
                #expect(
                    typed.screen(guest) == chosen.screen(guest), "\(scene) \(action.paletteQuery)")
            }
        }
        for action in ScreenAction.ofScreens {
            let (key, query) = (action.keyNames, action.paletteQuery)
            #expect(key.isEmpty != query.isEmpty, "\(action.paletteTitle)")
        }
    }

    @Test("Every action of the table is offered somewhere")
    func isOffered() {
        var offered: Set<String> = []
        for scene in Scene.allCases {
            var house = scene.house
            let guest = scene.viewer
            for keys in [[], ["v"]] {
                for key in keys { house.press(guest, key) }
                offered.formUnion((house.client(guest).actions ?? []).map(\.paletteTitle))
            }
        }
        var robot = Robot(.samePerson)
        robot.press("esc")
        offered.formUnion((robot.client.actions ?? []).map(\.paletteTitle))
        var invited = House()
        invited.press(invited.enter("lin"), "esc")
        let game = DayGames.invitation(from: "okafor")
        invited.signIn(
            "lin", as: "lin", keeping: DayGames.edits(["asked": game].compactMapValues(\.self)))
        invited.press("lin", "]")
        offered.formUnion((invited.client("lin").actions ?? []).map(\.paletteTitle))
        let missing = Set(ScreenAction.ofScreens.map(\.paletteTitle)).subtracting(offered)
        #expect(
            missing == ["Find any action by its name", "Continue your match"])
    }

    @Test("No two actions of a screen have one name or one key")
    func isUnique() {
        for scene in Scene.allCases {
            let house = scene.house
            let actions = house.client(scene.viewer).actions ?? []
            let names = actions.map(\.paletteTitle)
            #expect(Set(names).count == names.count, "\(scene): \(names)")
            let keys = actions.compactMap(Self.key)
            #expect(Set(keys).count == keys.count, "\(scene): \(keys)")
        }
    }

    @Test("A letter has one meaning on all screens")
    func letters() {
        var meanings: [String: Set<String>] = [:]
        for action in ScreenAction.ofScreens {
            guard let key = Self.key(of: action), key.unicodeScalars.count == 1 else { continue }
            meanings[key, default: []].insert(action.paletteTitle)
        }
        // One thing by two names, before a match and in it, or in two lists.
        let same: [Set<String>] = [
            ["Quick match", "Find another opponent"], ["Last round", "Replay the last round"],
            ["Clock", "Change the time for each move"],
            ["Copy the invite command", "Share this as text"],
            ["Series", "Change the series"],
            ["Invite a player to be friends", "Start a correspondence game"],
            ["Decline an offer or an invitation", "Withdraw your invitation"],
        ]
        for (key, names) in meanings where names.count > 1 {
            #expect(same.contains(names), "\(key): \(names)")
        }
    }

    @Test("A query without a result is answered, and Enter does nothing")
    func findsNothing() {
        var house = House()
        house.press(house.enter("lin"), "esc", ":", "q", "q", "q")
        #expect(house.screen("lin").contains("No action has that name."))
        house.press("lin", "enter", "down", "up", "tab")
        #expect(house.screen("lin").contains("No action has that name."))
        house.press("lin", "backspace", "backspace")
        #expect(house.screen("lin").contains("Quick match"))
        house.press("lin", "esc")
        #expect(!house.screen("lin").contains("Find any action"))
        #expect(house.screen("lin").contains("PLAYERS"))
    }

    @Test("A click on a key of the last line has the key's effect")
    func clicksKeys() {
        func click(_ column: Int) -> ScreenInput {
            .key(.mouse(.press(.left), at: Point(row: 23, column: column)))
        }
        var house = House()
        house.press(house.enter("lin"), "esc", ":")
        house.type("settings", by: "lin")
        #expect(house.screen("lin").contains("↑↓ choose  Enter run  Esc back"))
        var closed = house
        closed.feed(click(24), to: "lin")
        #expect(closed.screen("lin").contains("PLAYERS"))
        #expect(!closed.screen("lin").contains("Enter run"))
        house.feed(click(13), to: "lin")
        #expect(house.screen("lin").contains("SETTINGS"))
    }

    @Test("A query that finds 200 players shows as many as fit, and counts the others")
    func findsMany() {
        var house = House()
        for number in 1...201 { house.enter("zed \(number)", Self.waiting) }
        house.press(house.enter("lin", Self.waiting), "esc", ":", "z", "e", "d", " ")
        #expect(house.screen("lin").contains(/↓ 18[0-9] more/))
        for _ in 0..<300 { house.press("lin", "down") }
        #expect(house.screen("lin").contains(/↑ 18[0-9] more/))
        house.press("lin", "enter")
        #expect(house.screen("lin").contains("You haven't played each other in this session."))
    }

    /// Waits for a player who does not come.
    private static let waiting = PlayerName(cleaning: "kim").map(StartAction.challenge) ?? .lobby

    @Test("Ctrl-P opens the list; in a text it types nothing, and in the list it goes up")
    func controlP() {
        var house = House()
        house.press(house.enter("lin"), "esc", "ctrl-p")
        let first = house.screen("lin")
        house.press("lin", "ctrl-n")
        #expect(house.screen("lin") != first)
        house.press("lin", "ctrl-p")
        #expect(house.screen("lin") == first)
        house.press("lin", "esc", "J", "k", "7")
        let typed = house.screen("lin")
        house.press("lin", "ctrl-p")
        #expect(house.screen("lin") == typed)
    }

    @Test("The list is drawn at any size, with any characters in the query")
    func sizes() {
        var house = House()
        house.fill()
        house.press(house.enter("lin", .watch(nil)), "esc", ":")
        house.feed(.key(.paste("日本語 🙂 e\u{301}\u{1B}[31m\nsecond")), to: "lin")
        for (rows, columns) in [
            (8, 20), (12, 40), (24, 80), (40, 120), (80, 250), (1, 1), (24, 80),
        ] {
            house.feed(.resized(Size(rows: rows, columns: columns)), to: "lin")
            let screen = house.screen("lin")
            #expect(screen.split(separator: "\n").allSatisfy { String($0).columns <= columns })
            if rows >= 8 { #expect(screen.contains("語")) }
            #expect(!screen.contains("second"))
        }
        house.press("lin", "ctrl-u", "t", "w", "o")
        for (rows, columns) in [(8, 20), (24, 80)] {
            house.feed(.resized(Size(rows: rows, columns: columns)), to: "lin")
            // A name that is cut has a sign.
            let row = house.screen("lin").split(separator: "\n").first { $0.contains("▸ Two") }
            #expect(row?.contains(columns == 20 ? "…" : "Two at this keyboard") == true)
        }
    }

    @Test("An action that became impossible while the list was open does nothing")
    func isLate() {
        var house = House.free
        house.press("lin", ":", "o", "k", "a", "f")
        house.press("okafor", "q")
        house.run(for: .seconds(1))
        house.press("lin", "enter")
        #expect(house.screen("lin").contains("They've just left."))
    }

    @Test("From another screen the list leads to the lobby's actions")
    func leadsToLobby() {
        for opened in ["w", "b", "A"] {
            var house = House()
            house.press(house.enter("lin"), "esc", opened)
            house.choose("lin", "settings")
            #expect(house.screen("lin").contains("SETTINGS"))
            house.press("lin", "esc")
            #expect(house.screen("lin").contains("PLAYERS"))
        }
    }
}
