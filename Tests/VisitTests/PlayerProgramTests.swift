import Drawing
import Game
import Lobby
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Simulation
import Testing
import Visit

/// The decisions that a screen and lines share.
@Suite("A person's program")
struct PlayerProgramTests {
    @Test("The invitation of a blocked player is no news, and is answered before it expires")
    func blockedInvitation() {
        var house = ProgramHouse()
        house.enter("lin")
        house.change("lin") { $0.ask(.look(.open)) }
        house.signIn("lin", keeping: [.block("u-gus", since: ServerTime(milliseconds: 0))])
        house.enter("gus")
        house.change("gus") { $0.ask(.look(.open)) }
        house.signIn("gus", keeping: [])
        let lin = house["lin"].visit?.me
        house.change("gus") { program in
            if let lin { program.ask(.challenge(lin)) }
        }
        #expect(house["gus"].visit?.invitations.asking != nil)
        #expect(house["lin"].visit?.invitations.received.count == 1)
        #expect(house["lin"].openInvitation == nil)
        var isAnswered = true
        house.change("lin") { isAnswered = $0.answerFirstInvitation(.play) }
        #expect(!isAnswered)
        house.run(for: .seconds(18))
        #expect(house["gus"].visit?.invitations.asking != nil)
        house.run(for: .seconds(1.5))
        let ends = house.notices(to: "gus").compactMap { notice in
            if case .askEnded(_, let end) = notice { end } else { nil }
        }
        #expect(ends == [.later])
        #expect(
            !house.notices(to: "lin").contains { if case .invited = $0 { true } else { false } })
    }

    @Test("A hidden name is hidden from the start on, and as soon as another device hides it")
    func hides() {
        var house = ProgramHouse()
        var profile = PlayerProfile()
        profile.choices[.hidden] = true
        house.enter("lin", profile)
        #expect(house.hidden == [true])
        house.enter("gus")
        house.signIn("gus", keeping: [.setting(.hidden, true)])
        #expect(house.hidden == [true, true])
        #expect(house["gus"].profile.choices[.hidden] == true, "it is kept for the next start")
        house.change("gus") { $0.storeSetting(.hidden, false) }
        #expect(house.hidden == [false, true])
    }

    @Test("A setting that the command line fixes is not adopted from the account")
    func fixed() {
        var house = ProgramHouse()
        house.fixed = [.sound]
        house.enter("lin")
        house.signIn("lin", keeping: [.setting(.sound, false), .setting(.quick, true)])
        #expect(house["lin"].profile.choices[.sound] == nil)
        #expect(house["lin"].profile.choices[.quick] == true)
        #expect(house.news(to: "lin").contains(.adopted(.quick, true)))
    }

    @Test("After a sign-out and a sign-in the account's settings are adopted again")
    func adoptsAgain() {
        var house = ProgramHouse()
        house.enter("lin")
        house.signIn("lin", keeping: [.setting(.quick, true)])
        house.change("lin") { $0.signOut() }
        house.change("lin") { $0.storeSetting(.quick, false) }
        #expect(house["lin"].profile.choices[.quick] == false)
        house.signIn("lin", keeping: [.setting(.quick, true)])
        #expect(house["lin"].profile.choices[.quick] == true)
    }

    @Test("After a sign-out, or after the session's end, the player has the guest's name again")
    func guestNameReturns() throws {
        for (guest, later) in [("anna", "anna"), ("yan", "yan 2")] {
            var house = ProgramHouse()
            house.enter(guest)
            house.signIn(guest, as: "yan", keeping: [])
            #expect(house[guest].visit?.player?.name?.text == "yan")
            house.change(guest) { $0.signOut() }
            #expect(house[guest].visit?.player?.name?.text == later)
            #expect(house[guest].profile.name?.text == later)
            #expect(house.names == [later], "other players see the same name")
        }
        var lone = LoneProgram(as: try .kim())
        for channel in 0..<10 { lone.letIn(channel) }
        #expect(lone.program.visit?.player?.name?.text == "kim")
        lone.receive(#"3:auth:{"msg":"Token invalid","code":401}"#)
        #expect(!lone.program.isSignedIn)
        #expect(lone.program.visit?.player?.name?.text == "kim 2")
    }

    @Test("A signed-in player keeps the account's name, and is told if they set another one")
    func keepsAccountName() throws {
        let zoe = try PlayerName("zoe")
        for (chosen, reports) in [("foo", 1), ("Zoe", 0)] {
            var profile = PlayerProfile()
            profile.isNameChosen = true
            var house = ProgramHouse()
            func reportCount() -> Int { house.news(to: "a").count { $0 == .nameIsAccounts(zoe) } }
            house.enter("a", profile, called: chosen)
            house.signIn("a", as: "zoe", keeping: [])
            #expect(reportCount() == reports)
            let zed = try PlayerName("zed")
            house.change("a") { $0.rename(zed) }
            #expect(reportCount() == reports + 1)
            #expect(house.names == ["zoe"] && house["a"].visit?.player?.name == zoe)
            house.change("a") { $0.signOut() }
            house.change("a") { $0.rename(zed) }
            #expect(house.names == ["zed"])
        }
    }

    @Test("Another device of a player who is here is no news when it comes and when it goes")
    func otherDevice() {
        var profile = PlayerProfile()
        profile.looksAtOnce = false
        var house = ProgramHouse()
        func noticeCount() -> Int {
            house.notices(to: "ann").count {
                switch $0 {
                case .came, .left: true
                default: false
                }
            }
        }
        house.enter("ann", profile)
        house.enter("desk", profile, as: "zoe")
        #expect(noticeCount() == 1)
        house.enter("sofa", profile, as: "zoe")
        house.change("desk") { $0.leaveLobby(then: .leave) }
        #expect(house.names == ["ann", "zoe"] && noticeCount() == 1)
        house.change("sofa") { $0.leaveLobby(then: .leave) }
        #expect(house.names == ["ann"] && noticeCount() == 2)
    }

    @Test("After a sign-out the account's puzzle and bot match are not the next person's")
    func gamesOfAccount() {
        func answerPuzzle(_ program: inout PlayerProgram) {
            program.openDailyPuzzle()
            let best = Puzzle(of: PuzzleDay(of: program.today)).best
            for act in [.choose(best), .place] as [LocalGame.LocalGameAction] {
                _ = program.table?.handle(act, at: program.now)
            }
        }
        var house = ProgramHouse()
        house.enter("lin")
        house.signIn("lin", as: "ana", keeping: [])
        house.change("lin") { answerPuzzle(&$0) }
        #expect(house["lin"].profile.puzzle?.streak == 1)
        house.change("lin") { $0.signOut() }
        #expect(house["lin"].profile.puzzle == nil)
        #expect(house["lin"].table?.isPuzzle == true && house["lin"].table?.answer == nil)
        house.signIn("lin", as: "ben", keeping: [])
        house.change("lin") { $0.openDailyPuzzle() }
        #expect(house["lin"].table?.answer == nil)

        var other = ProgramHouse()
        other.enter("lin")
        other.signIn("lin", keeping: [])
        other.change("lin") {
            $0.startGame(at: LocalGame(against: .bot(.medium), seed: 1))
            _ = $0.table?.handle(.place, at: $0.now)
        }
        #expect(other["lin"].table?.match.board.pieceCount != 0)
        other.change("lin") { $0.signOut() }
        #expect(other["lin"].table?.match.board.pieceCount == 0)
    }

    @Test("Quitting a round that has begun counts it, and ends when the server has answered")
    func quits() throws {
        var house = ProgramHouse()
        for name in ["okafor", "lin"] { house.enter(name) }
        let first = try #require(["okafor", "lin"].first { house[$0].visit?.isOurTurn == true })
        let second = first == "lin" ? "okafor" : "lin"
        house.change(first) { $0.ask(.act(.play(.centre))) }
        house.change(second) { $0.ask(.act(.play(.topLeft))) }
        #expect(house[first].isInRound)
        house.change(first, for: .zero) { $0.leaveLobby(then: .leave) }
        #expect(house[first].isLeaving && house.ended.isEmpty)
        house.run(for: .seconds(1))
        #expect(house.ended == [first])
        let result = try #require(house[first].results.last)
        #expect(result.score.wins(of: result.own.piece.opponent) == 1)
    }

    @Test("A puzzle's program connects to the account only, and sends the answer before it ends")
    func puzzle() {
        let puzzle = Puzzle(of: PuzzleDay(of: ServerTime(milliseconds: 0)))
        var house = ProgramHouse()
        for device in ["desk", "couch"] {
            house.enter(device, opening: .table(.puzzle(puzzle)))
            #expect(house[device].visit?.status == .offline(retryAt: nil, because: nil))
        }
        house.signIn("desk", as: "lin", keeping: [], in: .file)
        #expect(!house["desk"].isCheckingAnswer && house["desk"].visit?.accountStatus == .synced)
        #expect(house.hidden.isEmpty, "no player is in the lobby")
        house.change("desk", for: .zero) { program in
            for act in [.choose(puzzle.best), .place] as [LocalGame.LocalGameAction] {
                _ = program.table?.handle(act, at: program.now)
            }
        }
        house.change("desk", for: .zero) { $0.leaveLobby(then: .leave) }
        house.run(for: .milliseconds(100))
        #expect(house.ended.isEmpty, "the answer is not on the disk, and so not sent")
        house.finishStores(of: "desk")
        house.run(for: .milliseconds(100))
        #expect(house.ended == ["desk"])

        house.signIn("couch", as: "lin", keeping: [], for: .zero)
        #expect(house["couch"].isCheckingAnswer && house["couch"].table?.answer == nil)
        house.run(for: .milliseconds(100))
        #expect(!house["couch"].isCheckingAnswer)
        #expect(house["couch"].table?.answer == puzzle.best)
        #expect(house["couch"].profile.puzzle?.streak == 1)
        #expect(house.news(to: "couch").count { $0 == .puzzleAnswered } == 1)
        #expect(house.notices(to: "couch") == [])
    }

    @Test("A puzzle waits for no server that can't be reached, and two seconds for a silent one")
    func puzzleOffline() {
        let puzzle = Puzzle(of: PuzzleDay(of: ServerTime(milliseconds: 0)))
        for failedDials in [100, 0] as [UInt64] {
            var house = ProgramHouse()
            house.enter("lin", opening: .table(.puzzle(puzzle)))
            house.refuse(dials: failedDials)
            house.signIn("lin", keeping: [], for: .zero)
            #expect(house["lin"].isCheckingAnswer)
            if failedDials == 0 { house.silence() }
            house.run(for: .seconds(failedDials == 0 ? 1.9 : 0.1))
            #expect(house["lin"].isCheckingAnswer == (failedDials == 0))
            house.run(for: .seconds(0.2))
            #expect(!house["lin"].isCheckingAnswer)
            #expect(
                !house.news(to: "lin").contains { if case .offline = $0 { true } else { false } })
        }
    }

    @Test("A program whose connection is broken does not wait for an answer to its goodbye")
    func quitsOffline() {
        var house = ProgramHouse()
        house.enter("lin")
        house.cutLine(of: "lin")
        house.change("lin", for: .zero) { $0.leaveLobby(then: .leave) }
        #expect(house.ended == ["lin"])
    }

    @Test(
        "A friend in the lobby is stored as seen once the account is synced, and so never returns",
        arguments: [false, true])
    func friendInLobby(isRemoved: Bool) throws {
        var lone = LoneProgram(as: try .kim([("friend", "lee", ["since": 1])]))
        lone.letIn(0)
        lone.receive(
            #"0:c:[{"clientid":"x","id":"lee","o":"M","v":{"playerID":{"o":"+","v":"lee"},"#
                + #""user":{"o":"+","v":"lee"}},"ev":1,"cv":"9","ccids":["1"]}]"#)
        for channel in 1...2 { lone.letIn(channel) }
        #expect(lone.program.visit?.status == .synced)
        #expect(lone.program.isFriend(try #require(lone.program.personInLobby(of: "lee"))))
        #expect(!lone.stored.contains { $0.parts.contains { $0.bucket.text == "friend" } })

        // Another device has removed the friend meanwhile.
        let removal = #"{"clientid":"x","id":"lee","o":"-","ev":2,"cv":"9","ccids":["2"]}"#
        lone.receive("5:auth:kim")
        lone.receive("5:c:[\(isRemoved ? removal : "")]")
        for channel in 3...10 where channel != 5 { lone.letIn(channel) }
        #expect(lone.program.visit?.accountStatus == .synced)
        #expect(lone.program.records?.isFriend("lee") == !isRemoved)
        #expect((lone.program.records?.friends["lee"]?.seen == nil) == isRemoved)
        #expect(lone.sent.contains { $0.hasPrefix("5:c:") } == !isRemoved)
    }

    @Test("A yes to a waiting device that failed is asked for again, and a failed poll is repeated")
    func failedLinks() {
        let failed = ProgramEvent.called(.refused(.offline(reason: nil)))
        var house = ProgramHouse()
        house.enter("lin")
        house.signIn("lin", keeping: [])
        house.change("lin") { $0.sendIfSignedIn { .openLink($0) } }
        house.handle(.called(.code("ABCDE23456", seconds: 300)), to: "lin")
        house.run(for: .seconds(2.5))
        let state = LinkedDevicesAndCode(code: "ABCDE23456", waiting: "kitchen", devices: [])
        house.handle(.called(.links(state)), to: "lin")
        let question = ProgramNews.asks(.admit(device: "kitchen"))
        #expect(house.news(to: "lin").count { $0 == question } == 1)
        house.change("lin") { $0.answerLinkRequest(true) }
        house.handle(failed, to: "lin")
        #expect(house.news(to: "lin").count { $0 == question } == 2)

        var kitchen = ProgramHouse()
        kitchen.enter("gus")
        kitchen.change("gus") { $0.requestDeviceLink("ABCDE23456", key: nil) }
        let token = LobbyServer.token(of: "u-lin")
        kitchen.handle(.called(.ticket(token)), to: "gus")
        kitchen.run(for: .seconds(2.5))
        kitchen.handle(failed, to: "gus")
        kitchen.run(for: .seconds(2.5))
        #expect(kitchen.callCount(of: "gus") == 3)
        kitchen.handle(.called(.refused(.tooMany(seconds: 30))), to: "gus")
        kitchen.run(for: .seconds(29))
        #expect(kitchen.callCount(of: "gus") == 3, "the server's time to wait is not over")
        kitchen.run(for: .seconds(2))
        #expect(kitchen.callCount(of: "gus") == 4)
        kitchen.handle(.called(.signedIn(user: "u-lin", name: "lin", token)), to: "gus")
        #expect(kitchen.news(to: "gus").contains(.hasSignedIn(name: "lin", isNew: false)))
    }

    @Test("A user who has signed out sees no link code, and is not asked about a waiting device")
    func signedOutWithCode() {
        var house = ProgramHouse()
        house.enter("lin")
        house.signIn("lin", keeping: [])
        house.change("lin") { $0.sendIfSignedIn { .openLink($0) } }
        house.handle(.called(.code("ABCDE23456", seconds: 300)), to: "lin")
        house.run(for: .seconds(2.5))
        let state = LinkedDevicesAndCode(code: "ABCDE23456", waiting: "kitchen", devices: [])
        house.handle(.called(.links(state)), to: "lin")
        house.change("lin") { $0.signOut() }
        let question = ProgramNews.asks(.admit(device: "kitchen"))
        #expect(house.news(to: "lin").count { $0 == question } == 1)
        #expect(house["lin"].account.shownCode == nil)
    }

    @Test("A link code that arrives after the sign-out is not shown")
    func lateCode() {
        var house = ProgramHouse()
        house.enter("lin")
        house.signIn("lin", keeping: [])
        house.change("lin") { program in
            program.sendIfSignedIn { .openLink($0) }
            program.signOut()
        }
        house.handle(.called(.code("ABCDE23456", seconds: 300)), to: "lin")
        #expect(house["lin"].account.shownCode == nil)
    }

    @Test("A blocked player who accepts an earlier invitation does not become a friend")
    func blockedFriend() throws {
        let lin = CorrespondenceGame.PlayerAccount(user: "u-lin", name: "lin")
        let gus = CorrespondenceGame.PlayerAccount(user: "u-gus", name: "gus")
        let since = ServerTime(milliseconds: 0)
        let invitation = try #require(FriendInvitation(asker: lin, asked: gus, since: since))
        var house = ProgramHouse()
        house.enter("lin")
        house.signIn(
            "lin",
            keeping: [
                .block("u-gus", since: since),
                .friendInvitation("k", invitation.becoming(.accepted)),
            ])
        #expect(house["lin"].records?.isBlocked("u-gus") == true)
        #expect(house["lin"].records?.isFriend("u-gus") == false)
        #expect(!house.news(to: "lin").contains(.befriended("gus")))
    }

    @Test("A number behind the name is news to the player who came, and not if one left")
    func numberedName() {
        var profile = PlayerProfile()
        profile.looksAtOnce = false
        var house = ProgramHouse()
        func numberedNames(of name: String) -> [String] {
            house.news(to: name).compactMap {
                if case .numbered(_, let shown) = $0 { shown } else { nil }
            }
        }
        for name in ["first", "second", "third"] { house.enter(name, profile, called: "lin") }
        #expect(numberedNames(of: "first") == [])
        #expect(numberedNames(of: "second") == ["lin 2"])
        #expect(numberedNames(of: "third") == ["lin 3"])
        house.change("second") { $0.leaveLobby(then: .leave) }
        house.enter("fourth", profile, called: "lin")
        #expect(numberedNames(of: "first") == [])
        #expect(numberedNames(of: "third") == ["lin 3"])
        #expect(numberedNames(of: "fourth") == ["lin 3"])
    }

    @Test("Befriending a friend again changes nothing about the friend")
    func befriendsAgain() {
        let known = Friend(
            alias: "al", since: ServerTime(milliseconds: 5), seen: ServerTime(milliseconds: 7))
        var house = ProgramHouse()
        house.enter("lin")
        house.signIn("lin", keeping: [.friend("u-gus", known)])
        house.change("lin") { $0.sendIfSignedIn { .findName("gus", $0) } }
        house.handle(.called(.person(user: "u-gus", name: "gus")), to: "lin")
        #expect(house.news(to: "lin").contains(.befriended("gus")))
        #expect(house["lin"].records?.friends["u-gus"] == known)
    }
}

/// A program whose server is the test. Its edits are on the disk at once.
private struct LoneProgram {
    private(set) var program: PlayerProgram
    private(set) var sent: [String] = []
    private(set) var stored: [StoreTransaction] = []
    private var line = LinkID(rawValue: 0)

    init(as copy: LocalAccountData) {
        var profile = PlayerProfile(PlayerName(cleaning: "kim"))
        profile.looksAtOnce = false
        profile.startedAt = ServerTime(milliseconds: 1_795_387_500_000)
        let id: ClientID = named("me")
        let visit = LobbyClient(.lobby(id, run: RunID(rawValue: 1), seed: 1))
        program = PlayerProgram(.lobby, profile: profile, visit: visit, seed: 1)
        handle(.signedIn(copy))
        handle(.begin)
        handle(.link(.opened(line)))
    }

    /// Opens a channel to an empty or unchanged bucket.
    mutating func letIn(_ channel: Int) {
        receive("\(channel):auth:kim")
        receive(#"\#(channel):i:{"current":"5","index":[]}"#)
        receive("\(channel):c:[]")
    }

    mutating func receive(_ frame: String) {
        handle(.link(.received([UInt8](frame.utf8), on: line)))
    }

    private mutating func handle(_ event: ProgramEvent) {
        program.handle(event, at: .start)
        program.updateAfterEvent { _ in true }
        var works: [StoreTransaction] = []
        for effect in program.takeEffects() {
            switch effect {
            case .link(.dial(let id, _)): line = id
            case .link(.send(let frame, _)): sent.append(String(decoding: frame, as: UTF8.self))
            case .store(let work): works.append(work)
            default: break
            }
        }
        stored += works
        for work in works { handle(.stored(.stored(work.number))) }
    }
}

/// Programs without faces, and the server that they talk to.
private struct ProgramHouse {
    private struct Guest {
        var program: PlayerProgram
        var news: [ProgramNews] = []
        var callCount = 0
        /// The number of the last work for the disk; 0 if there was none.
        var unstored = 0
    }

    private var net = SimulatedNet<String, Never>(latency: 1_000...1_000)
    private var server = LobbyServer(isGuarded: true)
    private var guests: [String: Guest] = [:]
    /// The programs that have ended.
    private(set) var ended: [String] = []
    var fixed: Set<SettingName> = []

    init() { net.address = "127.0.0.1:8383" }

    subscript(name: String) -> PlayerProgram {
        guard let guest = guests[name] else { preconditionFailure("no \(name) is in the house") }
        return guest.program
    }

    /// The value of `hidden` in the players' objects, by name.
    var hidden: [Bool] {
        let players = server.objects(in: .player).map(\.object)
        return players.sorted { ($0["name"]?.string ?? "") < ($1["name"]?.string ?? "") }
            .map { $0["hidden"]?.bool ?? false }
    }

    /// The names in the players' objects.
    var names: [String] {
        server.objects(in: .player).map(\.object).compactMap { $0["name"]?.string }.sorted()
    }

    func news(to name: String) -> [ProgramNews] { guests[name]?.news ?? [] }

    /// Returns the number of requests about the account that a program has sent.
    func callCount(of name: String) -> Int { guests[name]?.callCount ?? 0 }

    func notices(to name: String) -> [Notice] {
        news(to: name).compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
    }

    /// Lets a program in under this name, signed in as `user` from the start if there is one. In
    /// the lobby, a guest is called `shown`.
    mutating func enter(
        _ name: String, _ profile: PlayerProfile = PlayerProfile(), opening: StartAction = .lobby,
        called shown: String? = nil, as user: String? = nil
    ) {
        let seed = UInt64(guests.count + 1)
        let id: ClientID = named("guest-\(seed)")
        var profile = profile
        profile.name = PlayerName(cleaning: shown ?? name)
        let visit = LobbyClient(.lobby(id, run: RunID(rawValue: seed), seed: seed))
        guests[name] = Guest(
            program: PlayerProgram(opening, profile: profile, visit: visit, seed: seed))
        if let user { handle(.signedIn(Self.copy(of: user, for: name, .memory, [])), to: name) }
        handle(.begin, to: name)
        run(for: .milliseconds(100))
    }

    mutating func signIn(
        _ name: String, as user: String? = nil, keeping edits: [RecordEdit],
        in keeping: LocalAccountData.UnsentEditStorage = .memory,
        for span: Duration = .milliseconds(100)
    ) {
        handle(.signedIn(Self.copy(of: user ?? name, for: name, keeping, edits)), to: name)
        run(for: span)
    }

    /// Returns a program's copy of this account.
    private static func copy(
        of user: String, for name: String, _ keeping: LocalAccountData.UnsentEditStorage,
        _ edits: [RecordEdit]
    ) -> LocalAccountData {
        LocalAccountData(
            of: "\(user)", user: "u-\(user)", by: named("file-\(name)"), keeping: keeping, edits)
    }

    mutating func change(
        _ name: String, for span: Duration = .milliseconds(100),
        _ change: (inout PlayerProgram) -> Void
    ) {
        guard var program = guests[name]?.program else { return }
        program.now = net.now
        change(&program)
        finish(&program, name)
        run(for: span)
    }

    /// Has all works be on the disk.
    mutating func finishStores(of name: String) {
        handle(.stored(.stored(guests[name]?.unstored ?? 0)), to: name)
    }

    mutating func refuse(dials: UInt64) { net.failedDials = dials }

    /// Has nothing arrive for a while.
    mutating func silence() { net.latency = 5_000_000...5_000_000 }

    /// Breaks a connection, and answers no dial any more.
    mutating func cutLine(of name: String) {
        net.failedDials = 100
        net.cutLine(of: name)
        run(for: .milliseconds(20))
    }

    mutating func run(for span: Duration) {
        let end = net.now + span
        while let event = net.next(until: end) {
            switch event {
            case .program(let event, let name): handle(.link(event), to: name)
            case .wakes(let name): handle(.wake, to: name)
            case .server(let event): net.handle(&server, event)
            }
        }
    }

    mutating func handle(_ event: ProgramEvent, to name: String) {
        guard var program = guests[name]?.program else { return }
        program.handle(event, at: net.now)
        finish(&program, name)
    }

    private mutating func finish(_ program: inout PlayerProgram, _ name: String) {
        program.updateAfterEvent(fixed: fixed) { _ in true }
        if case .leave? = program.finishExitIfGoodbyeOver() { ended.append(name) }
        for effect in program.takeEffects() {
            if case .link(let effect) = effect { net.perform(effect, by: name) }
            if case .store(let work) = effect { guests[name]?.unstored = work.number }
            if case .call = effect { guests[name]?.callCount += 1 }
        }
        guests[name]?.news += program.takeNews()
        guests[name]?.program = program
        net.setAlarm(of: name, at: program.nextDeadline)
    }
}
