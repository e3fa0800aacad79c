import Drawing
import Game
import Lobby
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing
import Visit

@Suite("A visit of a signed-in player")
struct AccountVisitTests {
    @Test("The lobby and the account's eight buckets share a line, and changes show as they come")
    func opens() throws {
        var program = Program()
        let friend: JSONObject = ["since": 1]
        let output = program.handle(.signedIn(try .kim([("friend", "lee", friend)])))
        #expect(output.news.contains(.account(.signedIn)))
        #expect(program.visit.records?.isFriend("lee") == true, "it was kept here")
        program.connect()
        #expect(
            program.opened == [
                "Player", "Match", "Watcher", "profile", "settings", "friend", "block", "result",
                "solo", "seat", "game",
            ])
        #expect(program.visit.account?.name == "kim")
        #expect(program.visit.records?.resultCount == 0)

        program.letIn()
        let change =
            #"5:c:[{"clientid":"x","id":"ann","o":"M","v":{"since":{"o":"+","v":2}},"#
            + #""ev":1,"cv":"9","ccids":["1"]}]"#
        program.receive(change)
        #expect(program.visit.records?.isFriend("ann") == true)

        // A visit in place of one that has not begun is signed in as that was.
        var earlier = Program()
        _ = earlier.handle(.signedIn(try .kim([("friend", "lee", friend)])))
        let beginning = LobbyClient.Beginning(
            settings: .lobby(Program.me, run: RunID(rawValue: 2), seed: 1), token: .lobby)
        let other = LobbyClient(beginning, insteadOf: earlier.visit)
        #expect(other.account?.name == "kim")
        #expect(other.records?.isFriend("lee") == true)
    }

    @Test("An edit shows at once, is stored, and only then sent; the lobby's frames don't wait")
    func storesFirst() throws {
        var program = try Program(as: .kim())
        let output = program.record(.block("lee", since: ServerTime(milliseconds: 5)))
        #expect(program.visit.records?.isBlocked("lee") == true)
        #expect(output.frames == [])
        let work = try #require(output.work)
        #expect(work.parts.map(\.bucket.text) == ["block"])

        // Another turn, with an edit that follows: both wait for the works before them.
        let second = program.record(.unblock("mia"))
        #expect(second.work == nil, "there is nothing to take back")
        let third = program.record(.block("mia", since: ServerTime(milliseconds: 6)))
        #expect(third.frames == [])
        #expect(third.work?.number == work.number + 1)

        #expect(program.handle(.link(.received([UInt8]("h:3".utf8), on: program.line))) == .init())
        #expect(program.handle(.stored(.stored(work.number))).frames.map(\.key) == ["lee"])
        #expect(program.handle(.stored(.stored(work.number + 1))).frames.map(\.key) == ["mia"])
    }

    @Test("A store that fails is told once, and holds nothing back any more")
    func fails() throws {
        var program = try Program(as: .kim())
        _ = program.record(.block("lee", since: ServerTime(milliseconds: 5)))
        let failed = program.handle(.stored(.failed(because: "the disk is full")))
        #expect(failed.news.first == .account(.troubled(because: "the disk is full")))
        #expect(failed.frames.map(\.key) == ["lee"])
        #expect(program.handle(.stored(.failed(because: "the disk is full"))) == .init())
        let next = program.record(.block("mia", since: ServerTime(milliseconds: 6)))
        #expect(next.frames.map(\.key) == ["mia"])
        #expect(next.work != nil, "the store may go on later")
        #expect(program.handle(.stored(.stored(2))).news.first == .account(.recovered))
    }

    @Test("A silent disk fails after ten seconds; what it held back at a break is not sent twice")
    func silentDisk() throws {
        var program = try Program(as: .kim())
        _ = program.record(.block("lee", since: ServerTime(milliseconds: 5)))
        program.now = program.now + .seconds(10)
        let output = program.handle(.wake)
        #expect(output.news.contains(.account(.troubled(because: nil))))
        #expect(output.frames.map(\.key).contains("lee"))

        var broken = try Program(as: .kim())
        let work = broken.record(.block("lee", since: ServerTime(milliseconds: 5))).work
        _ = broken.handle(.link(.closed(broken.line, .lost)))
        #expect(broken.handle(.stored(.stored(try #require(work?.number)))).frames == [])
    }

    @Test("A token that ends leaves a guest, whose place in the lobby is what it was")
    func tokenEnds() throws {
        var program = try Program(as: .kim())
        #expect(program.visit.status == .synced)
        let account = program.visit.account
        program.receive(#"3:auth:{"msg":"Token invalid","code":401}"#)
        #expect(program.told.contains(.account(.tokenEnded(try #require(account)))))
        #expect(program.visit.account == nil)
        #expect(program.visit.records == nil)
        #expect(program.visit.status == .synced)
        #expect(program.record(.unblock("lee")) == .init())

        // The copy is closed, so an edit that is with the disk gets no answer.
        var busy = try Program(as: .kim())
        _ = busy.record(.block("lee", since: ServerTime(milliseconds: 5)))
        busy.receive(#"3:auth:{"msg":"Token invalid","code":401}"#)
        busy.now = busy.now + .seconds(10)
        _ = busy.handle(.wake)
        #expect(busy.visit.nextDeadline.map { $0 > busy.now } != false)
    }

    @Test("Signing in and out while the line stands leaves the lobby alone")
    func comesAndGoes() throws {
        var program = Program()
        program.connect()
        program.letIn()
        #expect(program.visit.records == nil)
        program.opened = []
        _ = program.handle(.signedIn(try .kim()))
        #expect(program.opened.count == 8)
        _ = program.record(.block("lee", since: ServerTime(milliseconds: 5)))
        #expect(program.visit.unsentRecords.map(\.bucket) == [.block])
        let left = program.signOut()
        #expect(left.news.contains(.account(.signedOut(name: "kim", unsent: 1))))
        #expect(left.work == nil, "the copy goes as a whole")
        #expect(program.visit.status == .synced)
        program.opened = []
        _ = program.handle(.signedIn(try .kim()))
        #expect(program.opened.count == 8)
        #expect(program.visit.records?.isBlocked("lee") == false)
    }

    @Test("An edit that is refused, or that no file can keep, is taken back and reported")
    func refused() throws {
        var program = try Program(as: .kim(keeping: .memory))
        let id = program.record(.block("lee", since: ServerTime(milliseconds: 5))).frames[0].id
        program.receive(
            #"6:c:[{"clientid":"x","id":"lee","error":400,"ccids":["\#(id)"]}]"#)
        #expect(program.told.contains(.account(.refused(.block, key: "lee"))))
        #expect(program.visit.records?.isBlocked("lee") == false)

        var readOnly = Program()
        _ = readOnly.handle(.signedIn(try .kim(keeping: .nothing)))
        #expect(readOnly.record(.unblock("lee")).news == [.account(.notKept)])
    }

    @Test("P32: The account's blocked players are passed over on every device, and no others")
    func shuns() throws {
        var program = try Program(as: .kim([("block", "lee", ["since": 1])], keeping: .memory))
        let lee =
            #"0:c:[{"clientid":"x","id":"lee","o":"M","v":{"playerID":{"o":"+","v":"lee"},"#
            + #""user":{"o":"+","v":"lee"}},"ev":1,"cv":"9","ccids":["1"]}]"#
        program.receive(lee)
        #expect(program.visit.isExcludedFromPairing(PlayerID(rawValue: "lee"), at: program.now))
        _ = program.record(.unblock("lee"))
        #expect(!program.visit.isExcludedFromPairing(PlayerID(rawValue: "lee"), at: program.now))
        _ = program.record(.block("lee", since: ServerTime(milliseconds: 1)))
        #expect(program.visit.isExcludedFromPairing(PlayerID(rawValue: "lee"), at: program.now))
        _ = program.signOut()
        #expect(!program.visit.isExcludedFromPairing(PlayerID(rawValue: "lee"), at: program.now))
    }

    @Test("A person who is signed in has the account's name and user in their Player")
    func identifies() throws {
        var program = Program()
        _ = program.enter()
        _ = program.handle(.signedIn(try .kim()))
        program.connect()
        program.letIn()
        let player = try #require(program.visit.player)
        #expect(player.user == "u1" && player.name?.text == "kim")
        #expect(program.sent.contains { $0.hasPrefix("0:c:") && $0.contains(#""v":"u1""#) })

        // Later it is so once the server has let them in.
        var later = Program()
        _ = later.enter()
        later.connect()
        for channel in 0..<3 { later.letIn(channel) }
        _ = later.handle(.signedIn(try .kim()))
        #expect(later.visit.player?.user == nil)
        for channel in 11..<19 { later.letIn(channel) }
        #expect(later.visit.player?.user == "u1")
        _ = later.signOut()
        #expect(later.visit.player?.user == nil)
    }
}

extension LocalAccountData {
    static func kim(
        _ objects: [(bucket: String, key: String, object: JSONObject)] = [],
        keeping: UnsentEditStorage = .file
    ) throws -> LocalAccountData {
        let account = SavedAccount(
            server: "ws://localhost:8383", user: "u1", name: "kim",
            token: try #require(Token("0123456789abcdef0123456789abcdef")))
        let buckets = try objects.map { entry in
            let version = try #require(EntityVersion(1))
            let stored = StoredReplicaObject(ghost: Ghost(version: version, object: entry.object))
            return StoredRecordBucket(
                try #require(RecordBucket(rawValue: entry.bucket)),
                StoredReplicaBucket(
                    changeVersion: ChangeVersion("5"),
                    objects: [try #require(ObjectKey(entry.key)): stored]))
        }
        return LocalAccountData(
            account, by: try #require(ClientID("file-1")), keeping: keeping, buckets)
    }
}

/// A visit, and a test that plays the hub.
private struct Program {
    static let me = ClientID.trappingIfInvalid("me")

    private(set) var visit = LobbyClient(.lobby(me, run: RunID(rawValue: 1), seed: 1))
    private(set) var line = LinkID(rawValue: 0)
    /// The buckets that were opened at the hub.
    var opened: [String] = []
    private(set) var told: [LobbyClient.ClientNews] = []
    private var lastWork: StoreTransaction?
    private(set) var sent: [String] = []
    var now = Instant.start

    init() {}

    /// A visit with this account that the hub has let in.
    init(as copy: LocalAccountData) {
        _ = handle(.signedIn(copy))
        connect()
        letIn()
    }

    mutating func handle(_ event: ProgramEvent) -> LobbyClient.Output {
        visit.handle(event, at: now)
        return takeOutput()
    }

    mutating func record(_ edit: RecordEdit) -> LobbyClient.Output {
        visit.changeAccountRecord(edit, at: now)
        return takeOutput()
    }

    mutating func signOut() -> LobbyClient.Output {
        visit.signOut(at: now)
        return takeOutput()
    }

    mutating func enter() -> LobbyClient.Output {
        try? visit.ask(.enter(nil, .auto, .terminal), at: now)
        return takeOutput()
    }

    private mutating func takeOutput() -> LobbyClient.Output {
        let output = visit.takeOutput()
        for case .link(.dial(let id, _)) in output.effects { line = id }
        opened += output.texts.compactMap { text in
            let parts = text.split(separator: ":", maxSplits: 2)
            guard parts.count == 3, parts[1] == "init" else { return nil }
            return (try? JSON(parsing: [UInt8](parts[2].utf8)))?["name"]?.string
        }
        told += output.news
        sent += output.texts
        lastWork = output.work ?? lastWork
        if let work = output.work, !told.contains(.account(.signedIn)) {
            Issue.record("a guest stores \(work)")
        }
        return output
    }

    mutating func receive(_ frame: String) {
        _ = handle(.link(.received([UInt8](frame.utf8), on: line)))
    }

    mutating func connect() {
        _ = handle(.begin)
        _ = handle(.link(.opened(line)))
    }

    /// Opens all channels, to empty or unchanged buckets, and stores the results.
    mutating func letIn() {
        for channel in 0..<10 { letIn(channel) }
        if let lastWork { _ = handle(.stored(.stored(lastWork.number))) }
    }
}

extension Program {
    fileprivate mutating func letIn(_ channel: Int) {
        receive("\(channel):auth:kim")
        receive(#"\#(channel):i:{"current":"5","index":[]}"#)
        receive("\(channel):c:[]")
    }
}

private struct SentChange: Equatable {
    let key: String
    let id: String
}

extension LobbyClient.Output {
    fileprivate var texts: [String] {
        effects.compactMap { effect in
            guard case .link(.send(let frame, _)) = effect else { return nil }
            return String(decoding: frame, as: UTF8.self)
        }
    }

    /// The changes that are sent.
    fileprivate var frames: [SentChange] {
        texts.compactMap { text in
            let parts = text.split(separator: ":", maxSplits: 2)
            guard parts.count == 3, parts[1] == "c",
                let json = try? JSON(parsing: [UInt8](parts[2].utf8)),
                let key = json["id"]?.string, let id = json["ccid"]?.string
            else { return nil }
            return SentChange(key: key, id: id)
        }
    }

    fileprivate var work: StoreTransaction? {
        for case .store(let work) in effects { return work }
        return nil
    }
}
