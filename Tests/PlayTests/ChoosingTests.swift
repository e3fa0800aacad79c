import Commands
import Drawing
import Game
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

@Suite("Settings in the game")
struct ChoosingTests {
    private static func kept(_ house: House, _ guest: String? = nil) -> [LocalSettings] {
        house.wishes(of: guest ?? house.names[0]).compactMap { wish in
            if case .program(.keepChoices(let choices)) = wish { choices } else { nil }
        }
    }

    /// Returns the names of the themes that the first guest's terminal was given.
    private static func themes(_ house: House) -> [String] {
        house.wishes(of: house.names[0]).compactMap { wish in
            if case .show(.useTheme(let theme)) = wish { theme.name } else { nil }
        }
    }

    @Test("A terminal's background is stored under its name, and applies until it changes")
    func backgroundKept() throws {
        var house = House()
        var preferences = Preferences()
        preferences.terminal = "xterm-256color"
        house.enter("lin", preferences: preferences)
        house.feed(.background(isLight: true), to: "lin")
        house.feed(.background(isLight: true), to: "lin")
        #expect(Self.kept(house).count == 1)
        let kept = try #require(Self.kept(house).last)

        preferences = Preferences()
        preferences.adoptUnlessFixed(kept)
        #expect(preferences.theme == .dark)
        preferences.terminal = "xterm-256color"
        preferences.adoptUnlessFixed(kept)
        #expect(preferences.theme == .light)
        preferences = Preferences()
        preferences.terminal = "xterm-256color"
        preferences.fixed = [.theme]
        preferences.adoptUnlessFixed(kept)
        #expect(preferences.theme == .dark)
    }

    @Test("On the first screen each key of the last line has the effect that it names")
    func firstScreen() {
        for insistent in [false, true] {
            var house = House()
            house.enter("lin", profile: .atFirstStart)
            #expect(house.screen("lin").contains("tictactoe ▸ welcome"))
            #expect(house.screen("lin").contains("Enter done  Esc quit  Ctrl-C quit"))
            house.press("lin", "x")
            #expect(house.screen("lin").contains("linx"))
            #expect(house.screen("lin").contains("Enter done  Esc undo  Ctrl-C quit"))
            house.press("lin", "esc")
            #expect(!house.screen("lin").contains("linx"))
            #expect(!house.wishes(of: "lin").contains(.leave(.done, lastLine: nil)))
            house.press("lin", insistent ? "ctrl-c" : "esc")
            #expect(house.wishes(of: "lin").contains(.leave(.done, lastLine: nil)))
        }
    }

    @Test("While a text is entered, a click on a key of the last line has the key's effect")
    func clicksKeysOfPrompt() {
        func click(_ column: Int) -> ScreenInput {
            .key(.mouse(.press(.left), at: Point(row: 23, column: column)))
        }
        let (enter, escape, controlC) = (click(3), click(15), click(25))
        var house = House()
        house.enter("lin", profile: .atFirstStart)
        house.press("lin", "x")
        #expect(house.screen("lin").contains("Enter done  Esc undo  Ctrl-C quit"))
        house.feed(escape, to: "lin")
        #expect(!house.screen("lin").contains("linx"))
        #expect(house.screen("lin").contains("What's your name?"))
        for quit in [escape, controlC] {
            var quitter = house
            quitter.feed(quit, to: "lin")
            quitter.run(for: .milliseconds(20))
            #expect(quitter.wishes(of: "lin").contains(.leave(.done, lastLine: nil)))
        }
        house.feed(enter, to: "lin")
        #expect(Self.kept(house).last?.name?.text == "lin")
        house.run(for: .seconds(1))
        house.press("lin", "esc", "J", "k")
        house.feed(click(70), to: "lin")
        #expect(house.screen("lin").contains("Enter done  Esc back"))
        house.feed(escape, to: "lin")
        #expect(!house.screen("lin").contains("Enter done  Esc back"))
    }

    @Test(
        "The first start asks for a name before other players see it; Enter accepts the suggestion")
    func asksName() {
        var house = House()
        house.enter("lin", profile: .atFirstStart)
        #expect(house.screen("lin").contains("What's your name?"))
        #expect(house.screen("lin").contains("lin"))
        house.enter("okafor")
        #expect(!house.screen("okafor").contains(" lin "))
        house.press("lin", "enter")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("against okafor"))
        #expect(Self.kept(house).map(\.name?.text) == ["lin"])
        #expect(Self.kept(house).last?.isNameAsked == true)
    }

    @Test("Another name is typed over it; one that can't be is refused, Esc brings it back")
    func typesName() {
        var house = House()
        house.enter("lin", profile: .atFirstStart)
        house.press("lin", "ctrl-u", " ", "enter")
        #expect(house.screen("lin").contains("What's your name?"))
        #expect(Self.kept(house).isEmpty)
        house.press("lin", "ctrl-u", "m", "i", "a", "enter")
        #expect(Self.kept(house).last?.name?.text == "mia")
        house.run(for: .seconds(1))
        house.press("lin", "esc")
        #expect(house.screen("lin").contains("Hello, mia!"))
        house.enter("lin", profile: .atFirstStart)
        house.press("lin 2", "x", "esc")
        #expect(
            Self.kept(house, "lin 2").isEmpty
                && house.screen("lin 2").contains("What's your name?"))
        house.press("lin 2", "enter")
        #expect(Self.kept(house, "lin 2").last?.name?.text == "lin")
    }

    @Test("A signed-in player is not asked, and has the account's name")
    func signedIn() {
        var house = House()
        house.enter("somebody", profile: .atFirstStart)
        house.signIn("somebody", as: "lin")
        #expect(!house.screen("somebody").contains("What's your name?"))
        #expect(Self.kept(house).last?.isNameAsked == true)
        #expect(Self.kept(house).last?.name == nil)
        house.run(for: .seconds(1))
        house.press("somebody", "esc")
        #expect(house.screen("somebody").contains("Hello, lin!"))
    }

    @Test("Colours, the bell and a name are kept without an account")
    func keeps() {
        var house = House()
        house.enter("lin")
        house.press("lin", "esc", "t", "down", "enter")
        house.choose("lin", "bell")
        house.choose("lin", "your name")
        house.press("lin", "ctrl-u", "m", "i", "a", "enter")
        let choices = Self.kept(house).last
        #expect(choices?[.theme] == "light" && choices?[.sound] == false)
        #expect(choices?.name?.text == "mia")
    }

    @Test("Settings apply at the next start, unless the command line sets others")
    func holds() {
        var choices = LocalSettings()
        choices.name = PlayerName(cleaning: "mia")
        choices[.theme] = "light"
        choices[.keypad] = true
        choices[.glyphs] = true
        var profile = PlayerProfile(PlayerName(cleaning: "lin"))
        profile.adopt(choices, replacingName: true)
        #expect(profile.name?.text == "mia")
        var preferences = Preferences()
        preferences.fixed = [.theme]
        preferences.adoptUnlessFixed(choices)
        #expect(preferences.theme == .dark)
        #expect(preferences.keymap.numbering == .keypad && preferences.isASCII)
        profile.name = PlayerName(cleaning: "lin")
        profile.adopt(choices, replacingName: false)
        #expect(profile.name?.text == "lin")
    }

    @Test(
        "An option that is switched on or off fixes its setting",
        arguments: [
            ("quick", .quick), ("sound", .sound), ("motion", .motion), ("keypad", .keypad),
            ("notify", .notify), ("links", .links),
            ("ascii", .glyphs),
        ] as [(String, SettingName)])
    func fixes(option: String, name: SettingName) {
        for isOn in [true, false] {
            var preferences = Preferences()
            preferences.setAndFixSettings([option: isOn, "mouse": isOn])
            #expect(preferences.fixed == [name])
            var choices = LocalSettings()
            choices[name] = .bool(!isOn)
            let before = preferences
            preferences.adoptUnlessFixed(choices)
            #expect(preferences == before)
        }
        var (on, off) = (Preferences(), Preferences())
        on.setAndFixSettings([option: true])
        off.setAndFixSettings([option: false])
        #expect(on != off)
    }

    @Test("Settings that are read again change nothing that was chosen in the game")
    func readAgain() {
        var house = House()
        house.enter("lin")
        house.press("lin", "t", "t", "enter")
        house.feed(.configured(Preferences()), to: "lin")
        #expect(Self.themes(house).last == "light")
    }

    @Test("A theme that is only previewed does not stay when a match begins")
    func previewEnds() {
        var house = House()
        house.enter("lin")
        house.press("lin", "t", "t")
        #expect(Self.themes(house).last == "light")
        house.enter("okafor")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("against okafor"))
        #expect(Self.themes(house).last == "dark")
    }

    @Test("Settings that are read again do not change the server that the lobby shows")
    func readAgainInLobby() {
        var house = House()
        house.enter("lin")
        #expect(house.screen("lin").contains("tictactoe --server play.example"))
        house.feed(.configured(Preferences()), to: "lin")
        #expect(house.screen("lin").contains("tictactoe --server play.example"))
    }

    @Test("The page of settings changes them, for this machine or for the account")
    func page() {
        for isSignedIn in [false, true] {
            var house = House()
            house.press(house.enter("lin"), "esc")
            if isSignedIn { house.signIn("lin", as: "lin") }
            house.choose("lin", "settings")
            let place = isSignedIn ? "on all your devices" : "on this machine"
            #expect(house.screen("lin").contains("SETTINGS") && house.screen("lin").contains(place))
            #expect(house.screen("lin").contains("Friend arrivals") == isSignedIn)
            house.press("lin", "right", "right", "left", "down", "enter", "down", "enter")
            #expect(house.screen("lin").contains("Square numbers: like a keypad."))
            #expect(house.wishes(of: "lin").contains(.show(.useGlyphs(isASCII: true))))
            let choices = Self.kept(house).last
            #expect(choices?[.theme] == "light" && choices?[.glyphs] == true)
            #expect(choices?[.keypad] == true)
            house.press("lin", "esc")
            #expect(house.screen("lin").contains("PLAYERS"))
        }
    }

    @Test("In ASCII, help, hints, replies and the palette name the arrow keys in words")
    func arrowsInASCII() {
        for isASCII in [false, true] {
            var house = House()
            var preferences = Preferences()
            preferences.isASCII = isASCII
            house.press(house.enter("lin", preferences: preferences), "esc")
            house.press("lin", "?")
            #expect(house.screen("lin").contains("arrows  choose") == isASCII)
            #expect(house.screen("lin").contains("↑↓") != isASCII)
            house.press("lin", "esc", ":")
            house.type("strength", by: "lin")
            let bot = isASCII ? "Left and Right set its" : "← and → set its"
            #expect(house.screen("lin").contains(bot))
            house.press("lin", "esc")
            house.feed(.key(.key(.left, .shift)), to: "lin")
            let stroke = isASCII ? "Shift-Left" : "Shift-←"
            #expect(house.screen("lin").contains("\(stroke) does nothing here"))
            house.choose("lin", "settings")
            let theme = isASCII ? "Enter, Left or Right changes" : "Enter, ← or → changes"
            #expect(house.screen("lin").contains(theme))
        }
    }

    @Test("The page of settings names those that the configuration sets at each start")
    func fixedSettings() {
        var house = House()
        house.press(house.enter("lin", fixed: [.theme]), "esc")
        house.choose("lin", "settings")
        #expect(house.screen("lin").contains("dark, set at each start"))
        #expect(house.screen("lin").contains("A change lasts until you quit."))
        house.press("lin", "down")
        #expect(house.screen("lin").contains("Enter switches between Unicode and ASCII."))
    }

    @Test("A guest's settings are copied into a new account, not into an existing one")
    func brings() {
        for isNew in [true, false] {
            var house = House()
            house.press(house.enter("lin"), "esc")
            house.press("lin", "t", "t", "enter", "A")
            if isNew { house.press("lin", "down") }
            house.press("lin", "enter", "enter")
            for _ in 0..<(isNew ? 2 : 1) {
                house.type("correct horse", by: "lin")
                house.press("lin", "enter")
            }
            house.feed(.called(.signedIn(user: "u-lin", name: "lin", House.token)), to: "lin")
            house.signIn("lin", as: "lin")
            #expect((house.client("lin").records[.theme] == "light") == isNew)
        }
    }

    @Test("A name hidden from spectators stays hidden at the next start")
    func hides() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.choose("lin", "settings")
        for _ in 0..<9 { house.press("lin", "down") }
        house.press("lin", "enter")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("Name for spectators: hidden."))
        #expect(house.objects(in: .player).map { $0["hidden"] } == [true])
        #expect(Self.kept(house).last?[.hidden] == true)
        var profile = PlayerProfile()
        profile.choices[.hidden] = true
        house.enter("okafor", .watch(nil), profile: profile)
        #expect(house.objects(in: .player).map { $0["hidden"] } == [true, true])
    }
}
