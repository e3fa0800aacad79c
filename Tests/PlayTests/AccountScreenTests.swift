import Drawing
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Simulation
import Testing
import Visit

@Suite("The account on the screen")
struct AccountScreenTests {
    private static func password(_ text: String) -> Password {
        guard let password = Password(text) else { preconditionFailure("no password") }
        return password
    }

    @Test("Signing in asks for name and password, and shows nothing of it")
    func signsIn() {
        var house = House()
        house.enter("lin")
        house.press(0, "u", "enter", "enter")
        for letter in "correct horse" { house.press(0, String(letter)) }
        #expect(house.screen(0).contains("*************"))
        #expect(!house.screen(0).contains("correct"))
        house.press(0, "enter")
        #expect(house.calls(of: 0) == [.signIn("lin", Self.password("correct horse"))])
        house.feed(.called(.refused(.wrong)), to: 0)
        #expect(house.screen(0).contains("There is no such name with that password."))
    }

    @Test("What is typed as a password is veiled before anybody writes it down")
    func veils() {
        var client = Client(.lobby, size: Size(rows: 24, columns: 80), seed: 1)
        let key = Client.Event.key(.key(.character("s")))
        #expect(client.veiled(key) == key)
        var house = House()
        house.enter("lin")
        house.press(0, "u", "enter", "enter")
        client = house.client(0)
        #expect(client.veiled(key) == SecretText("s").map { .typedSecretly($0) })
        let enter = Client.Event.key(.key(.enter))
        #expect(client.veiled(enter) == enter)
    }

    @Test("A password that is too short, or the name, is not sent")
    func weakPasswords() {
        var house = House()
        house.enter("lin the third")
        house.press(0, "u", "down", "enter", "enter")
        for letter in "short" { house.press(0, String(letter)) }
        house.press(0, "enter")
        #expect(house.screen(0).contains("A password has 8 characters or more."))
        house.press(0, "ctrl-u")
        for letter in "Lin the Third" { house.press(0, String(letter)) }
        house.press(0, "enter")
        #expect(house.screen(0).contains("Your name is known to all"))
        house.press(0, "ctrl-u")
        for letter in "long enough" { house.press(0, String(letter)) }
        house.press(0, "enter")
        for letter in "long enougj" { house.press(0, String(letter)) }
        house.press(0, "enter")
        #expect(house.screen(0).contains("The two are not the same."))
        #expect(house.calls(of: 0).isEmpty)
        house.press(0, "backspace", "h", "enter")
        #expect(house.calls(of: 0) == [.signUp("lin the third", Self.password("long enough"))])
    }

    @Test("Who is let in is signed in under the account's name")
    func entered() throws {
        var house = House()
        house.enter("lin")
        house.press(0, "u", "enter", "enter")
        for letter in "correct horse" { house.press(0, String(letter)) }
        house.press(0, "enter")
        let token = try #require(Token(String(repeating: "7", count: 32)))
        house.feed(.called(.signedIn(user: "u-1", name: "Lin", token)), to: 0)
        let signIns = house.wishes(of: 0).compactMap { wish -> Account? in
            if case .signIn(let account) = wish { account } else { nil }
        }
        #expect(signIns.map(\.name) == ["Lin"])
        #expect(house.screen(0).contains("You are signed in as Lin."))
    }

    @Test("A device that has the code waits for a yes on the one that shows it")
    func links() throws {
        var house = House()
        house.enter("lin")
        house.signIn(0, as: "lin")
        house.press(0, "u", "down", "down", "enter")
        house.answerLinks(0)
        let token = try #require(Token(String(repeating: "7", count: 32)))
        #expect(house.calls(of: 0).last == .openLink(token))
        house.feed(.called(.code("ABCDE23456", seconds: 300)), to: 0)
        #expect(house.screen(0).contains("ABCDE23456"))
        house.run(for: .seconds(3))
        #expect(house.calls(of: 0).last == .showLinks(token))
        let state = LinkState(code: "ABCDE23456", waiting: "kitchen, 10.0.0.7", devices: [])
        house.feed(.called(.links(state)), to: 0)
        #expect(house.screen(0).contains("Let in kitchen, 10.0.0.7?"))
        house.press(0, "y")
        #expect(house.calls(of: 0).last == .answerLink(true, token))
    }

    @Test("Without an account friends answer why they can't be had")
    func guests() {
        var house = House()
        house.enter("lin")
        house.press(0, "f")
        #expect(house.screen(0).contains("Sign in first: u in the lobby"))
    }

    @Test("Somebody in the list becomes a friend, is marked, and can be taken off again")
    func befriends() {
        var house = House(isGuarded: false)
        house.press(house.enter("okafor"), "esc")
        house.forge(["user": "u-okafor"], in: .player)
        house.enter("lin", .watch(nil))
        house.press(1, "esc")
        house.signIn(1, as: "lin")
        house.press(1, "tab", "down", "+")
        #expect(house.screen(1).contains("okafor is a friend of yours now."))
        #expect(house.screen(1).contains("friend"))
        house.press(1, "f")
        #expect(house.screen(1).contains("okafor"))
        house.press(1, "-")
        #expect(house.screen(1).contains("okafor is off your list."))
    }

    @Test("What a friend is called whom another device adds is asked for while their page is open")
    func learnsNames() {
        var house = House()
        for device in 0...1 {
            house.press(house.enter("lin", .watch(nil)), "esc")
            house.signIn(device, as: "lin", isKnown: true)
        }
        house.run(for: .seconds(1))
        house.press(0, "f")
        house.press(1, "f", "+", "l", "e", "e", "enter")
        house.feed(.called(.person(user: "u-lee", name: "lee")), to: 1)
        #expect(house.screen(1).contains("lee is a friend of yours now."))
        house.run(for: .seconds(1))
        #expect(house.screen(0).contains("unknown"))
        #expect(house.calls(of: 0).last == .findUser("u-lee", LobbyServer.token(of: "u-lin")))
        let count = house.calls(of: 0).count
        house.press(0, "down", "up")
        #expect(house.calls(of: 0).count == count)
        house.feed(.called(.person(user: "u-lee", name: "lee")), to: 0)
        #expect(!house.screen(0).contains("unknown"))
        #expect(house.screen(0).contains("lee"))
    }

    @Test("A round against a bot is counted once as it ends")
    func botRounds() {
        var house = House()
        house.enter("lin")
        house.signIn(0, as: "lin")
        house.press(0, "b", "5", "enter")
        house.run(for: .seconds(1))
        house.press(0, "R", "y", "esc", "u", "enter")
        #expect(house.screen(0).contains("1 round: 0 won, 1 lost, 0 drawn"))
        #expect(house.screen(0).contains("medium bot"))
        house.run(for: .seconds(5))
        #expect(house.screen(0).contains("1 round: 0 won, 1 lost, 0 drawn"))
    }

    @Test("Colours chosen on another device hold here, unless the command line says otherwise")
    func settings() {
        for fixed in [false, true] {
            var house = House()
            house.enter("lin", fixed: fixed ? [.theme] : [])
            house.signIn(0, as: "lin", keeping: [.setting(.theme, "light")])
            let themes = house.wishes(of: 0).compactMap { wish -> String? in
                if case .useTheme(let theme) = wish { theme.name } else { nil }
            }
            #expect((themes.last == "light") == !fixed)
        }
    }

    @Test("An ask of somebody who is blocked is not seen, and answered later after 20 seconds")
    func silentLater() {
        var house = House()
        for (guest, name) in ["okafor", "lin"].enumerated() {
            house.press(house.enter(name), "esc")
            let blocks = guest == 0 ? [] : [RecordEdit.block("u-okafor", since: House.when)]
            house.signIn(guest, as: name, keeping: blocks, isKnown: true)
        }
        house.press(0, "tab", "down", "enter")
        #expect(house.screen(0).contains("Waiting for lin"))
        for _ in 0..<18 {
            house.run(for: .seconds(1))
            #expect(!house.screen(1).contains("okafor asks"))
        }
        #expect(!house.wishes(of: 1).contains(.ring))
        #expect(house.screen(0).contains("Waiting for lin"))
        house.run(for: .seconds(3))
        #expect(house.screen(0).contains("lin says: later."))
        #expect(!house.screen(1).contains("okafor asks"))
    }

    @Test("C49: What is played on another device is offered here, and Enter goes on with it")
    func goesOnHere() {
        var house = House()
        house.enter("lin", device: "laptop")
        house.signIn(0, as: "lin", isKnown: true)
        house.enter("okafor")
        house.run(for: .seconds(1))
        house.press(house.enter("kim", .watch(nil), device: "kitchen"), "esc")
        house.signIn(2, as: "lin", isKnown: true)
        house.run(for: .seconds(1))
        #expect(house.screen(2).contains("You play okafor on another device (laptop)."))
        house.press(2, "enter")
        house.run(for: .seconds(1))
        #expect(house.screen(2).contains("lin (O) against okafor (X)"))
        let isOver = house.wishes(of: 0).contains { wish in
            if case .leave(_, let line) = wish { line?.contains("goes on") == true } else { false }
        }
        #expect(isOver)
        #expect(house.screen(1).contains("okafor (X) against lin (O)"))
    }

    @Test("C49: Who says no is not asked again about the match, and one that ends asks no more")
    func staysThere() {
        var house = House()
        house.enter("lin", device: "laptop")
        house.signIn(0, as: "lin", isKnown: true)
        house.enter("okafor")
        house.run(for: .seconds(1))
        house.press(house.enter("kim", .watch(nil), device: "kitchen"), "esc")
        house.signIn(2, as: "lin", isKnown: true)
        house.run(for: .seconds(1))
        house.press(2, "esc")
        house.run(for: .seconds(2))
        #expect(!house.screen(2).contains("on another device"))
        house.press(house.enter("ann", .watch(nil), device: "phone"), "esc")
        house.signIn(3, as: "lin", isKnown: true)
        house.run(for: .seconds(1))
        #expect(house.screen(3).contains("on another device"))
        house.press(0, "esc", "y")
        house.run(for: .seconds(1))
        #expect(!house.screen(3).contains("on another device"))
    }

    @Test(
        "Who opens the pages of the account is in no match until they are back, and then looks on")
    func pausesSearch() {
        var house = House()
        house.enter("lin")
        house.press(0, "u")
        house.enter("okafor")
        house.run(for: .seconds(2))
        #expect(!house.screen(0).contains("against"))
        #expect(house.screen(1).contains("Looking for a match"))
        house.press(0, "down", "enter")
        house.run(for: .seconds(2))
        house.press(0, "esc")
        #expect(!house.screen(0).contains("against"), "there is still the page")
        house.press(0, "esc")
        house.run(for: .seconds(1))
        #expect(house.screen(0).contains("against") && house.screen(1).contains("against"))
    }

    @Test("Who looked for nobody looks for nobody afterwards")
    func pausesNothing() {
        var house = House()
        house.press(house.enter("lin"), "esc", "u", "esc")
        house.enter("okafor")
        house.run(for: .seconds(2))
        #expect(!house.screen(0).contains("against"))
    }

    @Test("Esc leads from the statistics, and from each other page, back to the account")
    func backToAccount() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn(0, as: "lin", keeping: LinsAccount.edits)
        house.press(0, "u", "enter")
        #expect(house.screen(0).contains("28 rounds") || house.screen(0).contains("STATISTICS"))
        house.press(0, "esc")
        #expect(house.screen(0).contains("ACCOUNT"))
    }

    @Test("The common score stands beside the board")
    func commonScore() {
        var house = House(isGuarded: false)
        house.enter("okafor")
        house.forge(["user": "u-okafor"], in: .player)
        house.enter("lin")
        house.signIn(1, as: "lin", keeping: LinsAccount.edits)
        house.run(for: .seconds(1))
        #expect(house.screen(1).contains("you–okafor 12–9–4"))
    }
}
