import Drawing
import Game
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
    private static let lin = CorrespondenceGame.PlayerAccount(user: "u-lin", name: "lin")
    private static let okafor = CorrespondenceGame.PlayerAccount(user: "u-okafor", name: "okafor")

    private static func password(_ text: String) -> Password {
        guard let password = Password(text) else { preconditionFailure("no password") }
        return password
    }

    /// Returns an invitation to be friends.
    private static func invitation(
        from asker: CorrespondenceGame.PlayerAccount, to asked: CorrespondenceGame.PlayerAccount
    ) throws -> FriendInvitation {
        try #require(FriendInvitation(asker: asker, asked: asked, since: House.when))
    }

    /// Two programs of lin's account, in the lobby.
    private static var twoDevices: House {
        var house = House()
        for _ in 0...1 {
            let device = house.enter("lin", .watch(nil))
            house.press(device, "esc")
            house.signIn(device, as: "lin", isKnown: true)
        }
        return house
    }

    @Test("Signing in asks for name and password, and shows nothing of it")
    func signsIn() {
        var house = House()
        house.enter("lin")
        house.press("lin", "A", "enter", "enter")
        house.type("correct horse", by: "lin")
        #expect(house.screen("lin").contains("*************"))
        #expect(!house.screen("lin").contains("correct"))
        house.press("lin", "enter")
        #expect(house.calls(of: "lin") == [.signIn("lin", Self.password("correct horse"))])
        house.feed(.called(.refused(.wrong)), to: "lin")
        #expect(house.screen("lin").contains("Wrong name or password."))
    }

    @Test("Typed passwords are replaced before an event is recorded")
    func veils() {
        var client = ScreenClient(.lobby, size: Size(rows: 24, columns: 80), seed: 1)
        let key = ScreenClient.Event.input(.key(.key(.character("s"))))
        #expect(client.redacted(key) == key)
        var house = House()
        house.enter("lin")
        house.press("lin", "A", "enter", "enter")
        client = house.client("lin")
        #expect(client.redacted(key) == SecretText("s").map { .input(.typedSecretly($0)) })
        let enter = ScreenClient.Event.input(.key(.key(.enter)))
        #expect(client.redacted(enter) == enter)
    }

    @Test("A password that is too short, or the name, is not sent")
    func weakPasswords() {
        var house = House()
        house.enter("lin the third")
        house.press("lin the third", "A", "down", "enter", "enter")
        house.type("short", by: "lin the third")
        house.press("lin the third", "enter")
        #expect(house.screen("lin the third").contains("A password needs at least 8 characters."))
        house.press("lin the third", "ctrl-u")
        house.type("Lin the Third", by: "lin the third")
        house.press("lin the third", "enter")
        #expect(house.screen("lin the third").contains("Your password can't be your name"))
        house.press("lin the third", "ctrl-u")
        house.type("long enough", by: "lin the third")
        house.press("lin the third", "enter")
        house.type("long enougj", by: "lin the third")
        house.press("lin the third", "enter")
        #expect(house.screen("lin the third").contains("The passwords don't match."))
        #expect(house.calls(of: "lin the third").isEmpty)
        house.press("lin the third", "backspace", "h", "enter")
        #expect(
            house.calls(of: "lin the third") == [
                .signUp("lin the third", Self.password("long enough"))
            ])
    }

    @Test("A name with many marks can be typed, to delete its account")
    func deletesUnderLongName() {
        let name = String(repeating: "\u{E01}\u{E34}\u{E48}", count: 9)
        var house = House()
        house.enter("lin")
        house.signIn("lin", as: name)
        house.press("lin", "A", "down", "down", "down", "down", "enter")
        #expect(house.screen("lin").contains("Delete your account?"))
        house.feed(.key(.paste(name)), to: "lin")
        house.press("lin", "enter")
        #expect(house.screen("lin").contains("Enter deletes the account."))
    }

    @Test("An ssh guest can type the password of an account that their key is linked to")
    func deletesByLinkedKey() {
        let passwords: [(String, Password?)] = [
            ("", nil), ("long enough", Password("long enough")),
        ]
        for (typed, password) in passwords {
            var preferences = Preferences()
            preferences.fingerprint = "SHA256:own"
            var house = House()
            house.press(house.enter("lin", preferences: preferences, way: .ssh), "esc")
            house.signIn("lin", as: "lin")
            house.press("lin", "A")
            house.answerLinks("lin")
            house.press("lin", "down", "down", "enter")
            house.type("lin", by: "lin")
            house.press("lin", "enter")
            #expect(house.screen("lin").contains("Enter deletes the account."))
            house.type(typed, by: "lin")
            house.press("lin", "enter")
            #expect(house.calls(of: "lin").last == .leave(House.token, password))
        }
    }

    @Test("A linked device is signed in under the account's name")
    func entered() {
        var house = House()
        house.enter("lin")
        house.press("lin", "A", "enter", "enter")
        house.type("correct horse", by: "lin")
        house.press("lin", "enter")
        house.feed(.called(.signedIn(user: "u-1", name: "Lin", House.token)), to: "lin")
        let signIns = house.wishes(of: "lin").compactMap { wish -> SavedAccount? in
            if case .program(.signIn(let account)) = wish { account } else { nil }
        }
        #expect(signIns.map(\.name) == ["Lin"])
        #expect(house.screen("lin").contains("You are signed in as Lin."))
    }

    @Test("A device that has the code waits for a yes on the one that shows it")
    func links() {
        var house = House()
        house.enter("lin")
        house.signIn("lin", as: "lin")
        house.press("lin", "A", "enter")
        house.answerLinks("lin")
        #expect(house.calls(of: "lin").last == .openLink(House.token))
        house.feed(.called(.code("ABCDE23456", seconds: 300)), to: "lin")
        #expect(
            house.screen("lin").contains(
                "Or run: tictactoe account link ABCDE23456 --server play.example"))
        house.run(for: .seconds(3))
        #expect(house.calls(of: "lin").last == .showLinks(House.token))
        let state = LinkedDevicesAndCode(
            code: "ABCDE23456", waiting: "kitchen, 10.0.0.7", devices: [])
        house.feed(.called(.links(state)), to: "lin")
        #expect(house.screen("lin").contains("Allow kitchen, 10.0.0.7 to sign in?"))
        house.press("lin", "y")
        #expect(house.calls(of: "lin").last == .answerLink(true, House.token))
        // The new device is listed without opening the page again.
        house.feed(.called(.done), to: "lin")
        house.run(for: .seconds(5))
        #expect(house.calls(of: "lin").last == .showSessions(House.token))
    }

    @Test("A device is asked about after the round, if a match has closed the question")
    func asksAfterMatchBegins() {
        var house = House.free
        house.signIn("lin", as: "lin", isKnown: true)
        house.press("lin", "A", "enter")
        house.answerLinks("lin")
        house.feed(.called(.code("ABCDE23456", seconds: 300)), to: "lin")
        house.press("lin", "esc", "tab", "down", "enter", "enter")
        house.run(for: .seconds(3))
        let state = LinkedDevicesAndCode(code: "ABCDE23456", waiting: "kitchen", devices: [])
        let links = ProgramEvent.called(.links(state))
        house.feed(links, to: "lin")
        #expect(house.screen("lin").contains("Allow kitchen to sign in?"))
        house.answer("okafor")
        #expect(house.screen("lin").contains("against okafor"))
        house.run(for: .seconds(3))
        house.feed(links, to: "lin")
        #expect(!house.screen("lin").contains("Allow kitchen to sign in?"))
        house.press("lin", "R", "y")
        #expect(house.screen("lin").contains("Allow kitchen to sign in?"))
        house.press("lin", "y")
        #expect(
            house.calls(of: "lin").last == .answerLink(true, LobbyServer.token(of: "u-lin")))
        house.run(for: .milliseconds(500))
        #expect(!house.screen("lin").contains("Allow kitchen to sign in?"))
    }

    @Test("Without an account friends answer why they can't be had")
    func guests() {
        var house = House()
        house.enter("lin")
        house.press("lin", "f")
        #expect(house.screen("lin").contains("Sign in first. Press A in the lobby"))
    }

    @Test("A player in the list becomes a friend, is marked, and can be removed")
    func befriends() {
        var house = House(isGuarded: false)
        house.press(house.enter("okafor"), "esc")
        house.forge(["user": "u-okafor"], in: .player)
        house.enter("lin", .watch(nil))
        house.press("lin", "esc")
        house.signIn("lin", as: "lin")
        house.press("lin", "tab", "down", "enter", "down", "down", "enter")
        guard case .inviteFriend("u-okafor", _)? = house.calls(of: "lin").last else {
            Issue.record("no invitation: \(house.calls(of: "lin"))")
            return
        }
        var asked = house
        asked.feed(.called(.friendInvited("okafor", isFriend: false)), to: "lin")
        #expect(asked.screen("lin").contains("You asked okafor to be your friend."))
        #expect(asked.client("lin").records.isFriend("u-okafor") == false)
        // A server of an earlier version can't ask.
        var older = house
        older.feed(.called(.refused(.nobodyCalledSo)), to: "lin")
        #expect(older.client("lin").records.isFriend("u-okafor") == true)
        house.feed(.called(.friendInvited("okafor", isFriend: true)), to: "lin")
        #expect(house.screen("lin").contains("okafor is now your friend."))
        #expect(house.screen("lin").contains("friend"))
        house.press("lin", "f")
        #expect(house.screen("lin").contains("okafor"))
        house.press("lin", "enter", "up", "up", "enter")
        #expect(house.screen("lin").contains("okafor was removed from your list."))
    }

    @Test("A notice that comes while a text is entered names no key")
    func friendAsksDuringEntry() throws {
        let invitation = try Self.invitation(from: Self.okafor, to: Self.lin)
        var house = House()
        house.press(house.enter("lin"), "esc", "J")
        house.signIn("lin", as: "lin", keeping: [.friendInvitation("k", invitation)])
        house.press("lin", "esc", "N")
        #expect(house.screen("lin").contains("okafor wants to be your friend."))
        #expect(!house.screen("lin").contains("Press f"))
    }

    @Test("A player who has asked twice to be a friend counts once in the menu")
    func friendAsksTwice() throws {
        let invitation = try Self.invitation(from: Self.okafor, to: Self.lin)
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn(
            "lin", as: "lin",
            keeping: [.friendInvitation("k", invitation), .friendInvitation("l", invitation)])
        #expect(house.screen("lin").contains(/Friends +1 asks/))
    }

    @Test("P73: An invitation to be friends is told, listed first, and accepted or declined")
    func friendAsks() throws {
        for name in ["o", "okaforokaforokaf"] {
            let okafor = CorrespondenceGame.PlayerAccount(user: "u-okafor", name: "\(name)")
            let invitation = try Self.invitation(from: okafor, to: Self.lin)
            var house = House()
            house.press(house.enter("lin"), "esc")
            house.signIn("lin", as: "lin", keeping: [.friendInvitation("k", invitation)])
            #expect(house.screen("lin").contains(/Friends +1 asks/))
            house.press("lin", "N")
            #expect(house.screen("lin").contains("\(name) wants to be your friend. Press f"))
            house.press("lin", "esc", "f")
            #expect(house.screen("lin").contains("wants to be friends"))
            #expect(house.screen("lin").contains(/FRIENDS +1 asks/), "it is no friend yet")
            var other = house
            house.press("lin", "enter", "enter")
            #expect(house.client("lin").records.isFriend("u-okafor") == true)
            #expect(!house.screen("lin").contains("wants to be friends"))
            other.press("lin", "enter", "down", "enter")
            #expect(other.screen("lin").contains("declined"))
            #expect(other.client("lin").records.friendInvitations.isEmpty == true)
            #expect(other.client("lin").records.isFriend("u-okafor") == false)
        }
    }

    @Test("C79: The asker has a friend after the answer, and the invitation is removed")
    func friendAccepts() throws {
        let invitation = try Self.invitation(from: Self.lin, to: Self.okafor)
        for (state, isFriend) in [
            (FriendInvitation.InvitationState.open, false), (.accepted, true), (.ended, false),
        ] {
            var house = House()
            house.press(house.enter("lin"), "esc")
            house.signIn(
                "lin", as: "lin", keeping: [.friendInvitation("k", invitation.becoming(state))])
            let records = house.client("lin").records
            #expect(records.isFriend("u-okafor") == isFriend)
            #expect(records.friendInvitations.isEmpty == (state != .open))
            house.press("lin", "f")
            #expect(house.screen("lin").contains("asked") == (state == .open))
            house.press("lin", "enter", "up", "up", "enter")
            #expect(house.client("lin").records.friendInvitations.isEmpty == true)
        }
    }

    @Test("If two people invited each other, the invitation that is left over is removed")
    func bothAsk() throws {
        let own = try Self.invitation(from: Self.lin, to: Self.okafor)
        let other = try Self.invitation(from: Self.okafor, to: Self.lin)
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn(
            "lin", as: "lin",
            keeping: [.friendInvitation("a", own), .friendInvitation("b", other)])
        #expect(house.client("lin").records.friendInvitations.count == 2)
        house.press("lin", "f", "enter", "enter")
        #expect(house.client("lin").records.isFriend("u-okafor") == true)
        #expect(house.client("lin").records.friendInvitations["a"] == nil)
    }

    @Test("Blocking asks first and names the loss; unblocking is done at once")
    func blocks() {
        var house = House(isGuarded: false)
        house.press(house.enter("okafor"), "esc")
        house.forge(["user": "u-okafor"], in: .player)
        house.enter("lin", .watch(nil))
        house.press("lin", "esc")
        house.press("lin", "tab", "down", "enter", "up", "enter")
        #expect(house.screen("lin").contains("Sign in first."))
        house.signIn("lin", as: "lin")
        house.press("lin", "enter", "up", "enter")
        #expect(house.screen("lin").contains("Block okafor? They can't invite you."))
        house.press("lin", "enter", "enter", "down", "down", "enter")
        house.feed(.called(.friendInvited("okafor", isFriend: true)), to: "lin")
        house.press("lin", "enter", "up", "enter")
        #expect(house.screen("lin").contains("Block okafor? You lose them as a friend."))
        house.press("lin", "esc")
        #expect(house.screen("lin").contains("friend") && !house.screen("lin").contains("blocked"))
        house.press("lin", "f", "enter", "up", "enter")
        #expect(house.screen("lin").contains("Block okafor? You lose them as a friend."))
        house.press("lin", "right", "enter")
        #expect(house.screen("lin").contains("okafor is blocked."))
        let records = house.client("lin").records
        #expect(records.isBlocked("u-okafor") && !records.isFriend("u-okafor"))
        house.press("lin", "enter", "enter")
        #expect(house.screen("lin").contains("okafor is no longer blocked."))
    }

    @Test(
        "A friend added on another device gets a name while the page of friends is open")
    func learnsNames() {
        var house = Self.twoDevices
        house.run(for: .seconds(1))
        house.press("lin", "f")
        house.press("lin 2", "f", "+", "l", "e", "e", "enter")
        house.feed(.called(.person(user: "u-lee", name: "lee")), to: "lin 2")
        house.feed(.called(.friendInvited("lee", isFriend: true)), to: "lin 2")
        #expect(house.screen("lin 2").contains("lee is now your friend."))
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("unknown"))
        #expect(house.calls(of: "lin").last == .findUser("u-lee", LobbyServer.token(of: "u-lin")))
        let count = house.calls(of: "lin").count
        house.press("lin", "down", "up")
        #expect(house.calls(of: "lin").count == count)
        house.feed(.called(.person(user: "u-lee", name: "lee")), to: "lin")
        #expect(!house.screen("lin").contains("unknown"))
        #expect(house.screen("lin").contains("lee"))
    }

    @Test("A friend whom another device removes while the card is open can be added again")
    func befriendsAgain() {
        var house = Self.twoDevices
        house.run(for: .seconds(1))
        house.press("lin 2", "f", "+", "l", "e", "e", "enter")
        house.feed(.called(.person(user: "u-lee", name: "lee")), to: "lin 2")
        house.feed(.called(.friendInvited("lee", isFriend: true)), to: "lin 2")
        house.run(for: .seconds(1))
        house.press("lin", "f")
        house.feed(.called(.person(user: "u-lee", name: "lee")), to: "lin")
        house.press("lin", "enter")
        #expect(house.screen("lin").contains("Remove friend"))
        house.press("lin 2", "enter", "up", "up", "enter")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("Add as a friend"))
        house.press("lin", "down", "enter")
        let token = LobbyServer.token(of: "u-lin")
        #expect(house.calls(of: "lin").last == .inviteFriend(user: "u-lee", token))
    }

    @Test("A round against a bot is counted once as it ends")
    func botRounds() {
        var house = House()
        house.enter("lin")
        house.signIn("lin", as: "lin")
        house.press("lin", "b", "5", "enter")
        house.run(for: .seconds(1))
        house.press("lin", "R", "y", "esc")
        house.choose("lin", "statistics")
        #expect(house.screen("lin").contains("1 round: 0 won, 1 lost, 0 drawn"))
        #expect(house.screen("lin").contains("medium bot"))
        house.run(for: .seconds(5))
        #expect(house.screen("lin").contains("1 round: 0 won, 1 lost, 0 drawn"))
    }

    @Test("Colours chosen on another device apply here, unless the command line sets some")
    func settings() {
        for fixed in [false, true] {
            var house = House()
            house.enter("lin", fixed: fixed ? [.theme] : [])
            house.signIn("lin", as: "lin", keeping: [.setting(.theme, "light")])
            let themes = house.wishes(of: "lin").compactMap { wish -> String? in
                if case .show(.useTheme(let theme)) = wish { theme.name } else { nil }
            }
            #expect((themes.last == "light") == !fixed)
        }
    }

    @Test("An invitation from a blocked player is hidden, and answered with later after 20 seconds")
    func silentLater() {
        var house = House()
        let block = RecordEdit.block("u-okafor", since: House.when)
        for (name, blocks) in [("okafor", []), ("lin", [block])] {
            house.press(house.enter(name), "esc")
            house.signIn(name, as: name, keeping: blocks, isKnown: true)
        }
        house.press("okafor", "tab", "down", "enter", "enter")
        #expect(house.screen("okafor").contains("Waiting for lin"))
        for _ in 0..<18 {
            house.run(for: .seconds(1))
            #expect(!house.screen("lin").contains("okafor invites"))
        }
        #expect(!house.wishes(of: "lin").contains(.show(.ring)))
        #expect(house.screen("okafor").contains("Waiting for lin"))
        house.run(for: .seconds(3))
        #expect(
            house.screen("okafor").contains("lin can't play right now. Invite them again later."))
        #expect(!house.screen("lin").contains("okafor invites"))
    }

    @Test("The second window of an account shows its owner as you")
    func secondWindow() {
        var house = Self.twoDevices
        house.press(house.enter("okafor"), "esc")
        house.run(for: .seconds(6))
        for device in ["lin", "lin 2"] {
            #expect(house.screen(device).contains("PLAYERS 2"))
            #expect(house.screen(device).contains("lin              you"), "\(device)")
            house.press(device, "tab")
            #expect(house.screen(device).contains("This is you."))
        }
        #expect(!house.screen("okafor").contains("lin              you"))
        // The account's name is the player's, also where no name was chosen.
        let third = house.enter("kim", .watch(nil), profile: .atFirstStart)
        house.signIn(third, as: "lin", isKnown: true)
        house.press(third, "esc")
        for _ in 0..<12 { house.press(third, "down") }
        #expect(house.screen(third).contains("Your name            lin"))
    }

    /// Lin plays okafor on a laptop, and `kim`, another device of lin's, asks about the match.
    private static func askedOnAnotherDevice() -> House {
        var house = House()
        house.enter("lin", device: "laptop")
        house.signIn("lin", as: "lin", isKnown: true)
        house.enter("okafor")
        house.run(for: .seconds(1))
        house.press(house.enter("kim", .watch(nil), device: "kitchen"), "esc")
        house.signIn("kim", as: "lin", isKnown: true)
        house.run(for: .seconds(1))
        #expect(house.screen("kim").contains("You are playing okafor on another device (laptop)."))
        return house
    }

    @Test("C49: A match on another device is offered here, and Enter continues it")
    func goesOnHere() {
        var house = Self.askedOnAnotherDevice()
        house.press("kim", "enter")
        house.run(for: .seconds(1))
        #expect(house.screen("kim").contains("lin (O) against okafor (X)"))
        let isOver = house.wishes(of: "lin").contains { wish in
            if case .leave(_, let line) = wish {
                line?.contains("continues") == true
            } else {
                false
            }
        }
        #expect(isOver)
        #expect(house.screen("okafor").contains("okafor (X) against lin (O)"))
    }

    @Test("C49: A match on another device that was left there is fetched by a key of the lobby")
    func fetchesLater() {
        var house = Self.askedOnAnotherDevice()
        house.press("kim", "esc")
        #expect(house.screen("kim").contains("m in the lobby continues your match here."))
        house.run(for: .seconds(6))
        #expect(house.screen("kim").contains("m Continue your match  against okafor"))
        #expect(house.screen("kim").contains("Enter continues your match against okafor here."))
        house.press("kim", "m")
        house.run(for: .seconds(1))
        #expect(house.screen("kim").contains("lin (O) against okafor (X)"))
        // Without such a match there is no such key.
        house.press("okafor", "esc", "y", "m")
        #expect(house.screen("okafor").contains("You have no match on another device."))
        #expect(!house.screen("okafor").contains("Continue your match"))
    }

    @Test("C49: After a no the match is not offered again, and the end of a match ends the offer")
    func staysThere() {
        var house = Self.askedOnAnotherDevice()
        house.press("kim", "esc")
        house.run(for: .seconds(2))
        #expect(!house.screen("kim").contains("on another device"))
        house.press(house.enter("ann", .watch(nil), device: "phone"), "esc")
        house.signIn("ann", as: "lin", isKnown: true)
        house.run(for: .seconds(1))
        #expect(house.screen("ann").contains("on another device"))
        house.press("lin", "esc", "y")
        house.run(for: .seconds(1))
        #expect(!house.screen("ann").contains("on another device"))
    }

    @Test(
        "A player on the account's pages gets no match, and looks for one again afterwards")
    func pausesSearch() {
        var house = House()
        house.enter("lin")
        house.press("lin", "A")
        house.enter("okafor")
        house.run(for: .seconds(2))
        #expect(!house.screen("lin").contains("against"))
        #expect(house.screen("okafor").contains("Looking for a match"))
        house.press("lin", "down", "enter")
        house.run(for: .seconds(2))
        house.press("lin", "esc")
        #expect(!house.screen("lin").contains("against"), "there is still the page")
        house.press("lin", "esc")
        house.run(for: .seconds(1))
        #expect(
            house.screen("lin").contains("against") && house.screen("okafor").contains("against"))
    }

    @Test("A player who was not looking for an opponent does not look afterwards")
    func pausesNothing() {
        var house = House()
        house.press(house.enter("lin"), "esc", "A", "esc")
        house.enter("okafor")
        house.run(for: .seconds(2))
        #expect(!house.screen("lin").contains("against"))
    }

    @Test("Esc leads from the statistics to the lobby, which opened them")
    func backToAccount() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        // A guest reads the reason why there are no results.
        house.choose("lin", "statistics")
        #expect(house.screen("lin").contains("Your results are kept once you sign in: press A"))
        house.press("lin", "esc")
        house.signIn("lin", as: "lin", keeping: LinsAccount.edits)
        house.choose("lin", "statistics")
        #expect(
            house.screen("lin").contains("28 rounds") || house.screen("lin").contains("STATISTICS"))
        house.press("lin", "esc")
        #expect(house.screen("lin").contains("PLAYERS"))
    }

    @Test("The card of a guest shows no rounds of others with the name, and names what they lack")
    func guestCard() throws {
        let squares = [5, 1, 2, 8, 3, 7, 4, 6, 9].compactMap { Square(number: $0) }
        let moves = try #require(PackedMoveList(squares))
        let result = RoundResult(
            against: nil, called: "okafor", as: .cross, .drawn, by: .board, moves: moves,
            at: House.when)
        let key = ResultKey.people(stamp: House.when, version: "a", round: 1)
        var house = House()
        house.press(house.enter("okafor"), "esc")
        house.enter("lin", .watch(nil))
        house.press("lin", "esc")
        house.signIn("lin", as: "lin", keeping: [.result(key, result)])
        house.press("lin", "tab", "down", "enter")
        #expect(house.screen("lin").contains("Correspondence game  has no account"))
        #expect(!house.screen("lin").contains("drew"))
    }

    @Test("The common score stands beside the board")
    func headToHeadScore() {
        var house = House(isGuarded: false)
        house.enter("okafor")
        house.forge(["user": "u-okafor"], in: .player)
        house.enter("lin")
        house.signIn("lin", as: "lin", keeping: LinsAccount.edits)
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("you–okafor 12–9–4"))
    }
}
