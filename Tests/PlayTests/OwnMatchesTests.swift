import Drawing
import Game
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Simulation
import Testing
import Visit

@Suite("The account's matches, friends and devices on the screen")
struct OwnMatchesTests {
    @Test("A match against a bot that was left elsewhere is offered, and continues")
    func goesOn() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        #expect(!house.screen("lin").contains("Resume bot match"))
        house.signIn("lin", as: "lin", keeping: [LinsAccount.unfinished])
        #expect(house.screen("lin").contains("Resume bot match"))
        house.choose("lin", "resume")
        #expect(house.screen("lin").contains("you against the hard bot"))
        #expect(house.screen("lin").contains("1 O 5") && house.screen("lin").contains("2 X 1"))
        house.press("lin", "esc")
        #expect(!house.screen("lin").contains("Resume bot match"))
        house.press("lin", "b")
        house.press("lin", "R", "y", "esc")
        house.choose("lin", "statistics")
        #expect(house.screen("lin").contains("1 round: 0 won, 1 lost, 0 drawn"))
    }

    @Test("An account with nothing but puzzles has no last round")
    func puzzlesOnly() {
        let solved = RoundResult(
            against: nil, called: "puzzle", as: .circle, .won, by: .line, at: House.when)
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn("lin", as: "lin", keeping: [.result(.puzzle("2026-11-22"), solved)])
        house.press("lin", "v")
        #expect(house.screen("lin").contains("There is no finished round to replay."))
    }

    @Test("A round against a guest is listed as one, and not counted on the card of an account")
    func guestsBeforeAccounts() {
        let lost = RoundResult(
            against: nil, called: "okafor", as: .circle, .lost, by: .line, at: House.when)
        var house = House(isGuarded: false)
        house.press(house.enter("okafor"), "esc")
        house.forge(["user": "u-okafor"], in: .player)
        house.press(house.enter("lin"), "esc")
        house.signIn(
            "lin", as: "lin",
            keeping: [.result(.people(stamp: House.when, version: "a", round: 1), lost)])
        #expect(house.screen("lin").contains("lost to okafor (guest)"))
        house.press("lin", "tab", "down", "enter")
        #expect(house.screen("lin").contains("No rounds counted against this account yet."))
    }

    @Test("A recent result without room for the mark of a guest shows the name alone")
    func longGuestName() {
        let lost = RoundResult(
            against: nil, called: "maximilian-12", as: .circle, .lost, by: .line, at: House.when)
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn(
            "lin", as: "lin",
            keeping: [.result(.people(stamp: House.when, version: "a", round: 1), lost)])
        #expect(house.screen("lin").contains("lost to maximilian-12 "))
        #expect(!house.screen("lin").contains("maximilian-12 ("))
    }

    @Test("A game without a lobby counts, too, once it is known who is signed in")
    func alone() {
        let id: ClientID = named("alone")
        var client = ScreenClient(
            .table(.bot(.easy)),
            visit: LobbyClient(.lobby(id, run: RunID(rawValue: 1), seed: 1)),
            size: Size(rows: 24, columns: 80), seed: 1)
        #expect(client.isAlone)
        var effects = client.handle(.begin, at: .start)
        let account = SavedAccount(
            server: "ws://play.example", user: "u-1", name: "lin", token: House.token)
        let copy = LocalAccountData(account, by: named("file"), keeping: .file, [])
        effects += client.handle(.signedIn(copy), at: .start)
        effects += client.handle(.key(Keyboard.event(of: "R")), at: .start)
        effects += client.handle(.key(Keyboard.event(of: "y")), at: .start)
        let works = effects.compactMap { effect -> StoreTransaction? in
            if case .program(.store(let work)) = effect { work } else { nil }
        }
        #expect(works.flatMap(\.parts).map(\.bucket.text) == ["result"])
        effects += client.handle(.resumed, at: .start)
        for event in [ProgramEvent.networkChanged, .woken, .wake] {
            effects += client.handle(event, at: .start)
        }
        let links = effects.filter { if case .program(.link) = $0 { true } else { false } }
        #expect(links.isEmpty, "nobody is dialled")
    }

    @Test("A friend's coming is one notice of its own, unless that is switched off")
    func arrivals() {
        for isOff in [false, true] {
            var house = House(isGuarded: false)
            house.press(house.enter("lin"), "esc")
            house.signIn(
                "lin", as: "lin",
                keeping: [
                    .friend("u-okafor", Friend(since: House.when)),
                    .setting(.arrivals, .bool(!isOff)),
                ])
            house.run(for: .seconds(6))
            let okafor = house.enter("okafor", .watch(nil), profile: .atFirstStart)
            house.signIn(okafor, as: "okafor")
            house.run(for: .seconds(1))
            #expect(house.screen("lin").contains("Your friend okafor is here.") == !isOff)
            #expect(house.screen("lin").contains("okafor joined the lobby.") == isOff)
            house.press("lin", "f")
            #expect(house.screen("lin").contains("okafor"))
        }
    }

    @Test("The list of friends shows how long each one has been away")
    func awaySince() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        let seen = House.when + .seconds(-3 * 3_600)
        house.signIn(
            "lin", as: "lin",
            keeping: [
                .friend("u-1", Friend(alias: "ann", since: House.when, seen: seen)),
                .friend("u-2", Friend(alias: "bob", since: House.when)),
            ])
        house.press("lin", "f")
        #expect(house.screen("lin").contains("seen 3 h ago"))
        #expect(house.screen("lin").contains("not here"))
    }

    @Test("P24: A search shows that a match on another device delays it, and no new one begins")
    func searchesBesideMatch() {
        var house = House()
        house.enter("lin", device: "laptop")
        house.signIn("lin", as: "lin", isKnown: true)
        house.enter("okafor")
        house.run(for: .seconds(1))
        house.enter("kim", device: "kitchen")
        house.signIn("kim", as: "lin", isKnown: true)
        house.run(for: .seconds(1))
        house.press("kim", "esc")
        #expect(house.screen("kim").contains("Your other device"))
        house.press("kim", "esc", "n")
        #expect(house.screen("kim").contains("You are playing okafor on another device."))
        #expect(!house.screen("kim").contains("Looking for a match"))
    }

    @Test("A friend has the player's nickname in the lobby's lists, too")
    func nickname() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        let round = RoundResult(
            against: "u-okafor", called: "okafor", as: .cross, .won, by: .line,
            moves: PackedMoveList(), at: House.when)
        house.signIn(
            "lin", as: "lin",
            keeping: [
                .friend("u-okafor", Friend(alias: "Big O", since: House.when)),
                .result(.people(stamp: House.when, version: "a", round: 1), round),
            ], isKnown: true)
        house.press(house.enter("okafor"), "esc")
        house.signIn("okafor", as: "okafor", isKnown: true)
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("Big O            free"))
        #expect(house.screen("lin").contains("won against Big O"))
    }

    @Test("Linked devices are listed, a new one is pointed at, and one is removed after a question")
    func devices() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn("lin", as: "lin")
        house.press("lin", "A")
        #expect(house.calls(of: "lin") == [.showSessions(House.token)])
        house.answerLinks("lin")
        #expect(house.screen("lin").contains("New device: SHA256:abcdefgh, linked 2 h ago."))
        house.press("lin", "down", "enter")
        house.answerLinks("lin")
        for (name, use, age) in [
            ("desk", "this device", "90 d ago"), ("kitchen", "3 d ago", "40 d ago"),
            ("SHA256:abcdefgh", "new", "2 h ago"),
        ] {
            let line = house.screen("lin").split(separator: "\n").first { $0.contains(name) } ?? ""
            #expect(line.contains(use) && line.contains(age), "\(name)")
        }
        house.press("lin", "enter")
        #expect(house.screen("lin").contains("You are using this device."))
        house.press("lin", "down", "enter", "y")
        #expect(house.calls(of: "lin").last == .endSession("a", House.token))
        house.feed(.called(.done), to: "lin")
        #expect(house.screen("lin").contains("kitchen was removed."))
        #expect(house.calls(of: "lin").last == .showSessions(House.token))
        house.feed(.called(.sessions([])), to: "lin")
        let left = LinkedDevicesAndCode(code: nil, waiting: nil, devices: [])
        house.feed(.called(.links(left)), to: "lin")
        #expect(!house.screen("lin").contains("40 d ago"))
    }

    @Test("An ssh guest's own key is one row, this device: it can be removed, not signed out")
    func ownKey() {
        let now = Int(House.when.milliseconds / 1_000)
        var preferences = Preferences()
        preferences.fingerprint = "SHA256:own"
        var house = House()
        house.press(house.enter("lin", preferences: preferences, device: "ssh", way: .ssh), "esc")
        house.signIn("lin", as: "lin")
        house.press("lin", "A")
        let current = SessionListEntry(
            id: "a", device: "", since: now - 5, used: now, isCurrent: true)
        let key = LinkedDevicesAndCode.LinkedDevice(
            id: "1", name: "ssh", since: now - 3_600, key: "SHA256:own")
        let links = LinkedDevicesAndCode(code: nil, waiting: nil, devices: [key])
        func answer() {
            house.feed(.called(.sessions([current])), to: "lin")
            house.feed(.called(.links(links)), to: "lin")
        }
        answer()
        #expect(!house.screen("lin").contains("New device"))
        house.press("lin", "down", "enter")
        answer()
        let rows = house.screen("lin").split(separator: "\n").filter { $0.contains(" ssh ") }
        #expect(rows.count == 1 && rows[0].contains("this device"), "\(rows)")
        #expect(!house.screen("lin").contains("device without a name"))
        #expect(!house.screen("lin").contains("Sign out"))
        house.press("lin", "enter")
        #expect(!house.screen("lin").contains("Sign out"))
        #expect(house.screen("lin").contains("Remove ssh?"))
        house.press("lin", "y")
        #expect(house.calls(of: "lin").last == .removeLink("1", House.token))
    }

    @Test("A device is new for a day, and a time in the future is none")
    func newDevices() {
        let now = Int(House.when.milliseconds / 1_000)
        for (age, isNew, shown) in [
            (3_600, true, "1 h ago"), (90_000, false, "25 h ago"), (-86_400, false, ""),
        ] {
            var house = House()
            house.press(house.enter("lin", device: "desk"), "esc")
            house.signIn("lin", as: "lin")
            house.press("lin", "A")
            let phone = LinkedDevicesAndCode.LinkedDevice(id: "1", name: "phone", since: now - age)
            let state = LinkedDevicesAndCode(code: nil, waiting: nil, devices: [phone])
            house.feed(.called(.links(state)), to: "lin")
            #expect(house.screen("lin").contains("New device: phone") == isNew)
            house.press("lin", "down", "enter")
            house.feed(.called(.links(state)), to: "lin")
            #expect(
                house.screen("lin").contains("desk") && house.screen("lin").contains("this device"))
            #expect(house.screen("lin").contains("phone") && house.screen("lin").contains(shown))
            #expect(house.screen("lin").contains(" new ") == isNew)
            #expect(!house.screen("lin").contains("0 s ago"))
        }
    }

    @Test("After signing in the first row is chosen, and long sentences wrap on small screens")
    func small() throws {
        var house = House()
        house.press(house.enter("lin", rows: 12, columns: 40), "esc")
        house.press("lin", "A")
        #expect(house.screen("lin").contains("An account syncs your name,"))
        #expect(house.screen("lin").contains("results"))
        house.press("lin", "down", "enter", "enter")
        house.type("short", by: "lin")
        house.press("lin", "enter")
        #expect(house.screen("lin").contains("A password needs at least 8"))
        #expect(house.screen("lin").contains("characters."))
        house.press("lin", "esc")
        house.signIn("lin", as: "lin")
        #expect(house.screen("lin").contains("▸ Link a device"))
    }

    @Test("Five hundred friends are named once each for a picture, however many people are here")
    func manyFriends() {
        var records = AccountRecords()
        for number in 0..<500 {
            records.apply(.friend("u-\(number)", Friend(since: House.when)))
        }
        var named = 0
        let list = FriendList(records, of: "u-lin", among: [Person]()) { user, _ in
            named += 1
            return user
        }
        #expect(list.rows.count == 500 && named == 500)
    }
}
