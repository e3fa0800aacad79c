import Commands
import Drawing
import Lobby
import Play
import SimperiumJSON
import Testing
import Visit
import Wording

@Suite("The lobby on the screen")
struct LobbyScreenTests {
    @Test("In a lobby of this machine a friend types its address, unless it is the usual one")
    func joinsHere() throws {
        let code = try #require(JoinCodeWithHall("nzwg"))
        let usual = JoinInstructionWords.localInstructions(with: code, to: nil)
        let named = JoinInstructionWords.localInstructions(with: code, to: "127.0.0.1:19701")
        #expect(usual.first == "tictactoe join NZWG")
        #expect(named.prefix(2) == ["tictactoe join NZWG \\", "  --server 127.0.0.1:19701"])
        let withoutCode = JoinInstructionWords.localInstructionsWithoutCode(
            at: "127.0.0.1:19701", key: "i")
        #expect(withoutCode.prefix(2) == ["tictactoe \\", "  --server 127.0.0.1:19701"])
        #expect(usual.suffix(2) == ["run tictactoe serve --stop,", "then tictactoe serve."])
        for lines in [named, withoutCode] {
            #expect(
                lines.suffix(3)
                    == [
                        "run tictactoe serve --stop \\", "  --port 19701,",
                        "then tictactoe serve.",
                    ])
        }
        #expect((usual + named + withoutCode).allSatisfy { $0.columns <= 31 })
    }

    @Test("A character that a name can't contain is shown, or its number")
    func showsWhatIsWrong() {
        #expect(NameFlaw.notAllowed(";").sentence == "A name can't contain “;”.")
        #expect(NameFlaw.notAllowed("\u{7}").sentence == "A name can't contain U+7.")
    }

    @Test("A guest by ssh without a key is told to connect with one", arguments: ["f", "o", "A"])
    func keyless(key: String) {
        var house = House()
        house.enter("lin", way: .ssh)
        house.press("lin", "esc", key)
        #expect(house.screen("lin").contains("Connect with an ssh key to have an account."))
    }

    @Test("After the start the program looks for an opponent at once, and Esc stops that")
    func looks() {
        var house = House()
        let lin = house.enter("lin")
        #expect(house.screen(lin).contains("Looking for a match"))
        #expect(house.screen(lin).contains("in sync"))
        house.run(for: .seconds(7))
        #expect(house.screen(lin).contains("7 s"))

        house.press(lin, "esc")
        #expect(house.screen(lin).contains("Hello, lin!"))
        house.enter("okafor")
        house.run(for: .seconds(3))
        #expect(house.screen(lin).contains("wants to play"))
        house.press(lin, "n")
        #expect(house.screen(lin).contains("against okafor"))
    }

    @Test("Guests stand in the order of their numbers")
    func natural() {
        var house = House()
        for name in ["guest 10", "guest 2", "guest", "guest 1x", "lin"] {
            house.press(house.enter(name), "esc")
        }
        let screen = house.screen("lin")
        let rows = ["guest  ", "guest 2 ", "guest 10 ", "guest 1x "].map { name in
            screen.firstRange(of: name)?.lowerBound
        }
        #expect(rows.allSatisfy { $0 != nil })
        #expect(rows.compactMap(\.self) == rows.compactMap(\.self).sorted())
    }

    @Test("An invite code is shown with all that a friend has to type")
    func invites() throws {
        var house = House()
        let lin = house.enter("lin")
        house.press(lin, "esc", "i")
        let code = try #require(house.screen(lin).firstMatch(of: /Your code: ([A-Z]{4})/)?.1)
        #expect(house.screen(lin).contains("INVITE A FRIEND"))
        #expect(house.screen(lin).contains("tictactoe join \(code) \\\n"))
        #expect(house.screen(lin).contains("  --server play.example"))
        #expect(house.screen(lin).contains("ssh -p 2222 \(code)@play.example"))

        // A friend may have the code already.
        house.press(lin, "i", "down")
        #expect(house.screen(lin).contains("Your code: \(code)"))
        #expect(house.screen(lin).contains("Your friend joins with your code. Esc cancels it."))

        house.press(lin, "y")
        let line = "tictactoe join \(code) --server play.example"
        #expect(house.wishes(of: lin).last == .show(.copy(line)))
        #expect(house.screen(lin).contains("Sent to the clipboard: \(line)"))
        house.press(lin, "esc", "y")
        #expect(house.screen(lin).contains("You have no invite code yet. Press i to get one."))
    }

    @Test("An IPv6 address has brackets in the link, and none in the ssh command")
    func invitesByIPv6() throws {
        var house = House()
        let lin = house.enter("lin", server: "[2001:db8::1]:8383")
        house.press(lin, "esc", "i")
        let code = try #require(house.screen(lin).firstMatch(of: /Your code: ([A-Z]{4})/)?.1)
        #expect(house.screen(lin).contains("ssh -p 2222 \(code)@2001:db8::1\n"))
        let links = String(describing: house.canvas(lin).links)
        #expect(links.contains("ssh://\(code)@[2001:db8::1]:2222"))
    }

    @Test("Enter opens a player's card, to invite who is free and to watch who plays")
    func approaches() {
        var house = House()
        for name in ["ana", "bea"] { house.enter(name) }
        for name in ["kim", "lin"] { house.press(house.enter(name), "esc") }
        house.press("lin", "tab", "down", "down", "enter", "enter")
        #expect(house.screen("lin").contains("watching"))
        house.press("lin", "esc", "esc", "up", "enter", "enter")
        #expect(house.screen("lin").contains("Waiting for kim"))
        #expect(house.screen("kim").contains("lin invites you to play"))
        house.answer("kim")
        #expect(house.screen("kim").contains("kim (O) against lin (X)"))
    }

    @Test("The player named at the start is challenged as soon as they are in the lobby")
    func awaited() throws {
        var house = House()
        house.enter("lin", .challenge(try PlayerName("okafor")))
        #expect(house.screen("lin").contains("Waiting for okafor"))
        house.enter("tomas", .watch(nil))
        #expect(house.screen("lin").contains("Waiting for okafor"))
        house.enter("okafor", .watch(nil))
        #expect(house.screen("lin").contains("Waiting for okafor"))
        house.press("okafor", "esc", "enter")
        house.answer("okafor")
        #expect(house.screen("lin").contains("lin (X) against okafor (O)"))

        house.enter("ana", .challenge(try PlayerName("dewi")))
        house.enter("emil", .challenge(try PlayerName("dewi")))
        house.press("emil", "esc")
        #expect(house.screen("emil").contains("Hello, emil!"))
        house.enter("dewi")
        house.answer("dewi")
        #expect(house.screen("ana").contains("ana (X) against dewi (O)"))
        #expect(house.screen("emil").contains("Hello, emil!"))
    }

    @Test("A player with malformed data is not shown, and the others get a notice")
    func nonsense() {
        var house = House(isGuarded: false)
        for name in ["okafor", "lin"] { house.press(house.enter(name), "esc") }
        house.forge(["playerID": 7], in: .player)
        #expect(house.screen("lin").contains("A player is not shown: their program sent"))
    }

    @Test("A code brings two friends together, and no other players")
    func code() throws {
        var house = House()
        house.press(house.enter("ana"), "esc", "i")
        let words = house.screen("ana").split { " \n".contains($0) }
        let label = try #require(words.firstIndex(of: "code:"))
        let code = words[label + 1].lowercased().map(String.init)

        house.press(house.enter("bea"), "esc", "tab", "down", "enter", "enter")
        #expect(house.screen("bea").contains("You need their code to join"))
        house.press("bea", "J", "z", "z", "enter")
        #expect(house.screen("bea").contains("A code has four to twelve"))
        house.press("bea", "backspace", "backspace")
        for letter in code { house.press("bea", letter) }
        house.press("bea", "enter")
        #expect(house.screen("bea").contains("bea (O) against ana (X)"))
    }

    @Test("A wrong code at the start is reported and listed, also if the player's name is in use")
    func wrongCodeAtStart() throws {
        var house = House()
        house.enter("vic")
        let vic = house.enter("vic", .join(try #require(JoinCodeWithHall("ZZZZ"))))
        #expect(house.screen(vic).contains("No match has that code."))
        house.press(vic, "esc", "N")
        #expect(house.screen(vic).contains("No match has that code."))
        #expect(house.screen(vic).contains("Another vic is here."))
    }

    @Test("A wrong code is reported in the form, which stays open for another one")
    func wrongCode() {
        var house = House()
        house.press(house.enter("ana"), "esc", "J", "q", "q", "q", "q", "enter")
        #expect(house.screen("ana").contains("No match has that code."))
        #expect(house.screen("ana").contains("Your friend's invite code"))
        house.press("ana", "C")
        #expect(house.screen("ana").contains("qqqqC"))
        house.press("ana", "esc")
        #expect(house.screen("ana").contains(/Clock +none/))
    }

    @Test("A new name shows on every screen, and a bad one is explained where it is typed")
    func rename() {
        var house = House()
        for name in ["ana", "bea"] { house.press(house.enter(name), "esc") }
        house.choose("ana", "your name")
        // The rule has one line.
        let rule = "Letters and digits of any script, - _ . ' and single spaces."
        #expect(house.screen("ana").contains(rule))
        house.press("ana", "ctrl-u", "enter")
        #expect(house.screen("ana").contains("A name needs at least one letter or digit."))
        house.press("ana", "z", "o", "ë", "enter")
        #expect(house.screen("ana").contains("You are now zoë."))
        #expect(house.screen("bea").contains("zoë"))
        #expect(!house.screen("bea").contains("ana"))
    }

    @Test("A signed-in player reads that the name is the account's, and is asked for none")
    func renameSignedIn() {
        var house = House()
        house.press(house.enter("ana"), "esc")
        house.signIn("ana", as: "zoe", isKnown: true)
        house.choose("ana", "your name")
        #expect(house.screen("ana").contains("Your name is your account's, zoe."))
        #expect(!house.screen("ana").contains("Letters and digits"))
    }

    @Test("Pasted text is cut to one line, and nothing in it acts on the terminal")
    func paste() {
        var house = House()
        house.press(house.enter("ana"), "esc")
        house.choose("ana", "your name")
        house.press("ana", "ctrl-u")
        house.feed(.key(.paste("li\u{1B}[31mn\nq")), to: "ana")
        #expect(house.screen("ana").contains("│ li[31mn   "))
    }

    @Test("Without a server the lobby shows that, tries again, and has bots")
    func offline() {
        var house = House()
        house.isServerUp = false
        house.enter("lin")
        #expect(house.screen("lin").contains("○ offline, retry in"))
        #expect(house.screen("lin").contains("No server at 127.0.0.1:8383"))
        house.press("lin", "f5")
        #expect(house.screen("lin").contains("○ offline, retry in"))
        house.press("lin", "b")
        #expect(house.screen("lin").contains("YOUR MOVE"))
        house.isServerUp = true
        house.press("lin", "esc", "f5")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("● in sync"))
        house.press("lin", "b")
        #expect(house.screen("lin").contains("YOUR MOVE"))
    }

    @Test("Ctrl-Z sends a goodbye before the program stops, and resuming enters the lobby again")
    func suspend() {
        var house = House()
        for name in ["ana", "bea"] { house.press(house.enter(name), "esc") }
        house.press("ana", "ctrl-z")
        #expect(house.wishes(of: "ana").contains(.show(.suspend)))
        #expect(house.screen("bea").contains("ana left."))
        house.feed(.resumed, to: "ana")
        house.run(for: .seconds(2))
        #expect(house.screen("ana").contains("● in sync"))
        #expect(house.screen("bea").contains("ana joined the lobby."))
    }

    @Test("A goodbye that can't be sent does not keep the player from leaving")
    func leavesAnyway() {
        var house = House()
        house.enter("ana")
        house.cutOff("ana")
        house.run(for: .seconds(1))
        house.press("ana", "q")
        #expect(house.wishes(of: "ana").contains(.leave(.done, lastLine: nil)))
    }

    @Test("A click on a row chooses it, a second one opens it, and the line of keys can be clicked")
    func mouse() {
        var house = House()
        house.press(house.enter("ana"), "esc")
        for _ in 1...2 {
            house.feed(.key(.mouse(.press(.left), at: Point(row: 16, column: 8))), to: "ana")
        }
        #expect(house.screen("ana").contains("medium bot"))
        house.feed(.key(.mouse(.press(.left), at: Point(row: 23, column: 35))), to: "ana")
        #expect(house.screen("ana").contains("PLAY"))
    }

    @Test("Arrivals and departures displace no other notice, on the line or in the list")
    func comings() {
        var house = House()
        house.press(house.enter("ana"), "esc")
        house.press(house.enter("bea"), "esc")
        house.press("ana", "tab", "down", "enter", "enter")
        house.answer("bea")
        house.press("bea", "esc", "y")
        #expect(house.screen("ana").contains("bea left. You are back in the lobby."))
        let cleo = house.enter("cleo")
        #expect(house.screen("ana").contains("bea left. You are back in the lobby."))
        for _ in 0..<60 {
            house.press(cleo, "ctrl-z")
            house.feed(.resumed, to: cleo)
            house.run(for: .seconds(2))
        }
        #expect(
            house.screen("ana").contains("cleo joined the lobby.")
                || house.screen("ana").contains("cleo left."))
        house.press("ana", "N")
        house.feed(.resized(Size(rows: 70, columns: 100)), to: "ana")
        #expect(house.screen("ana").contains("bea left. You are back in the lobby."))
    }

    @Test("Two who ask each other at once play, and neither is told that the other is not free")
    func crossing() {
        var house = House()
        for name in ["ana", "bea"] { house.press(house.enter(name), "esc", "tab") }
        for guest in house.names { house.press(guest, "down", "enter") }
        for guest in house.names { house.feed(.key(Keyboard.event(of: "enter")), to: guest) }
        house.run(for: .seconds(1))
        for guest in house.names {
            #expect(house.screen(guest).contains("ana (") && house.screen(guest).contains("bea ("))
            house.press(guest, "N")
            #expect(house.screen(guest).contains("You are playing"))
            #expect(!house.screen(guest).contains("no longer free"))
        }
    }

    @Test("A spectator who is still choosing is busy, counts as no spectator, and is not paired")
    func looksOn() {
        var house = House()
        house.press(house.enter("ana"), "esc")
        house.enter("bea", .watch(nil))
        #expect(house.screen("ana").contains("1 free"))
        #expect(house.screen("ana").contains("0 watching   1 busy"))
        house.press("ana", "tab", "down", "enter", "enter")
        #expect(house.screen("ana").contains("bea isn't accepting invitations right now."))
    }

    @Test("The wheel moves in the list under the pointer")
    func wheel() {
        var house = House()
        for name in ["ana", "bea", "cleo"] { house.press(house.enter(name), "esc") }
        for _ in 0..<2 {
            house.feed(.key(.mouse(.wheelDown, at: Point(row: 5, column: 60))), to: "ana")
        }
        #expect(house.screen("ana").contains("▸ cleo"))
        #expect(!house.screen("ana").contains("▸ n"))
        house.feed(.key(.mouse(.wheelDown, at: Point(row: 11, column: 8))), to: "ana")
        #expect(house.screen("ana").contains("▸ i"))
    }

    @Test("A click on a match of the wall chooses it, a second one watches it")
    func mouseInGallery() {
        var house = Scene.gallery.house
        let me = house.latest
        let click = TerminalInputEvent.mouse(.press(.left), at: Point(row: 6, column: 8))
        house.feed(.key(click), to: me)
        #expect(house.screen(me).contains("▸ ana 0–0 tomas"))
        #expect(house.screen(me).contains("MATCHES"))
        house.feed(.key(click), to: me)
        #expect(house.screen(me).contains("watching ana – tomas"))
    }

    @Test("Every screen has a help that lists each key of its last line", arguments: Scene.allCases)
    func help(scene: Scene) {
        var house = scene.house
        let guest = house.latest
        house.feed(.resized(Size(rows: 60, columns: 160)), to: guest)
        let bar = house.screen(guest).split(separator: "\n").last ?? ""
        house.press(guest, "?")
        guard house.screen(guest).contains("Keys") else { return }
        for entry in bar.split(separator: "  ") {
            let key = entry.split(separator: " ").first ?? ""
            #expect(house.screen(guest).contains("│ \(key) "), "\(key)")
        }
    }

    @Test("However narrow the screen is, its last line names the key of all actions")
    func helpHasRoom() {
        var house = House()
        house.enter("lin")
        for columns in [20, 25, 39, 40, 41, 60, 79, 80, 120] {
            house.feed(.resized(Size(rows: 12, columns: columns)), to: "lin")
            let bar = house.screen("lin").split(separator: "\n").last ?? ""
            #expect(bar.contains(":"), "\(columns)")
        }
    }

    @Test("A key without an action is reported, with the key for help")
    func unknownKeys() {
        var house = House()
        house.enter("lin")
        house.press("lin", "Z")
        #expect(house.screen("lin").contains("Z does nothing here. Press ? for help."))
        house.press("lin", "ctrl-x")
        #expect(house.screen("lin").contains("Ctrl-X does nothing here"))
    }

    @Test("A signed-in player's menu does not offer another name")
    func accountName() {
        for isSignedIn in [false, true] {
            var house = House()
            house.press(house.enter("lin"), "esc")
            if isSignedIn { house.signIn("lin", as: "lin") }
            for _ in 0..<30 { house.press("lin", "down") }
            house.press("lin", "up", "up")
            #expect(
                house.screen("lin").contains(
                    isSignedIn ? "Your name is your account's." : "Enter changes your name."))
        }
    }

    @Test("The line above the keys shows the effect of Enter on the selection")
    func hints() {
        var house = House()
        house.fill()
        let lin = house.enter("lin", .watch(nil))
        house.press(lin, "esc", "down")
        #expect(house.screen(lin).contains("Enter makes an invite code"))
        house.press(lin, "tab", "up", "up", "up", "up", "up", "up", "up", "up", "up")
        #expect(house.screen(lin).contains("This is you. Enter changes your name."))
        house.press(lin, "down")
        #expect(house.screen(lin).contains("Enter opens noor's card."))
    }

    @Test("The line above the keys names Esc for the menu only if Esc leads there")
    func hintOnEmptyList() {
        var house = House()
        house.press(house.enter("lin"), "tab", "tab")
        #expect(house.screen("lin").contains(" Esc stop looking "))
        #expect(!house.screen("lin").contains("Esc goes back"))
        house.press("lin", "esc")
        #expect(house.screen("lin").contains("No matches yet. Esc goes back to the menu."))
    }

    @Test("On a small screen the help has pages, and lists every key", arguments: [12, 8])
    func helpPages(rows: Int) {
        var house = House()
        house.enter("lin")
        house.feed(.resized(Size(rows: rows, columns: rows == 12 ? 40 : 20)), to: "lin")
        var told: Set<String> = []
        var pages = 0
        house.press("lin", "?")
        while house.screen("lin").contains("Keys "), pages < 9 {
            pages += 1
            for line in house.screen("lin").split(separator: "\n") where line.hasPrefix("│") {
                told.insert(line.dropFirst(2).prefix { $0 != " " }.description)
            }
            house.press("lin", "?")
        }
        #expect(pages == (rows == 12 ? 3 : 5))
        #expect(told.isSuperset(of: ["↑↓", "Tab", "Enter", "Esc", "q", "n", "2", "J", "Ctrl-Z"]))
    }
}
