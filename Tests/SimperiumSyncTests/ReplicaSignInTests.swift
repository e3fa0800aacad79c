import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Several sign-ins on one connection")
struct ReplicaSignInTests {
    @Test(
        "C47: Each bucket uses its user's token and client id, and only the main one has a session")
    func opens() {
        var program = Program()
        #expect(
            program.connect() == [
                Init("lobby", .lobby, "visitor-1", ["away", "resume", "rules"]),
                Init("friend", .kim, "file-1", []), Init("result", .kim, "file-1", []),
            ])

        program = Program()
        program.connect()
        for channel in 0...2 { program.live(channel) }
        program.handle(.link(.closed(program.connection, .lost)))
        #expect(program.connect().map(\.channel) == [0, 1, 2])
        program.receive(1, #"auth:{"msg":"Token invalid","code":401}"#)
        program.handle(.link(.closed(program.connection, .lost)))
        #expect(program.connect().map(\.channel) == [0])

        program = Program()
        program.connect()
        #expect(program.receive(1, #"o:{"resume":"another","seat":1}"#) == [])
        #expect(program.replica.resumeToken == nil)
        program.receive(0, #"o:{"resume":"mine","seat":1}"#)
        #expect(program.replica.resumeToken == ResumeToken(name(ResumeSecret("mine")), number: 1))
        #expect(program.receive(1, #"auth:{"msg":"Taken over","code":4001}"#).isEmpty)
        #expect(program.replica.status != .offline(retryAt: nil, because: .takenOver))
    }

    @Test("A frame belongs to the sign-in of its channel, and a frame without a channel to none")
    func frames() {
        var program = Program()
        program.connect()
        func signIn(_ frame: String) -> SignInID? {
            program.replica.signInID(of: Array(frame.utf8))
        }
        #expect(signIn("0:c:{}") == .main)
        #expect(signIn("1:c:{}") == .account)
        #expect(["3:c:", "65536:c:", ":c:", "h:1", "1", ""].allSatisfy { signIn($0) == nil })
    }

    @Test("C47: A refused token closes the buckets of its user, and no others")
    func rejected() {
        var program = Program()
        program.connect()
        program.live(0)
        program.live(1)
        program.live(2)
        #expect(program.replica.status == .synced)
        #expect(program.replica.status(of: .account) == .synced)

        let effects = program.receive(1, #"auth:{"msg":"Token invalid","code":401}"#)
        #expect(
            effects == [.status(.unauthorized(reason: "Token invalid"), of: .account)])
        #expect(program.replica.status == .synced)
        #expect(program.put("a", in: "lobby").count == 1)
        #expect(program.put("b", in: "friend") == [], "kept for another token")
        #expect(
            program.receive(2, HubFrames.change("x", to: 1, "{}", ccids: "1")) == [], "too late")
        #expect(program.replica.unsyncedKeys(in: Program.friend) == [key("b")])

        let opened = program.handle(.signIn(.lee, by: Program.file, as: .account))
        #expect(
            opened.inits == [
                Init("friend", .lee, "file-1", [], on: 3),
                Init("result", .lee, "file-1", [], on: 4),
            ])

        // The same with the token of the main user.
        program = Program()
        program.connect()
        for channel in 0...2 { program.live(channel) }
        let first = program.receive(0, #"auth:{"msg":"Token invalid","code":401}"#)
        #expect(first == [.status(.unauthorized(reason: "Token invalid"))])
        #expect(program.replica.status(of: .account) == .synced)
        #expect(program.put("b", in: "friend").count == 1)
    }

    @Test(
        "C57: A changed identity leaves its channels, and promises heartbeats on new ones"
    )
    func leavesChannels() {
        for hasRules in [true, false] {
            var program = Program()
            program.connect()
            if hasRules { program.receive(0, #"o:{"rules":2}"#) }
            for channel in 0...2 { program.live(channel) }
            let next = name(ClientID("visitor-2"))
            let texts = program.handle(.become(next, takesSeat: false)).compactMap(\.text)
            #expect(texts.contains(#"0:o:{"leave":true}"#) == hasRules)
            #expect(!texts.contains { $0.hasPrefix("1:") || $0.hasPrefix("2:") })
            #expect(texts.last?.hasPrefix("3:init:") == true)
        }

        // The promise is sent on the channel where the hub accepted one last.
        var program = Program()
        program.connect()
        program.receive(0, #"o:{"rules":2}"#)
        program.live(0)
        program.handle(.become(name(ClientID("visitor-2")), takesSeat: false))
        program.receive(3, #"o:{"rules":2}"#)
        program.live(3)
        #expect(program.handle(.hurry(true)).compactMap(\.text) == [#"3:o:{"beat":4}"#])
    }

    @Test("C48: A sign-in opens channels, a sign-out closes them, and late frames reach no user")
    func comesAndGoes() {
        var program = Program(isSignedIn: false)
        #expect(program.connect() == [Init("lobby", .lobby, "visitor-1", Program.all)])
        program.live(0)
        #expect(program.replica.status(of: .account) == .offline(retryAt: nil, because: nil))

        let opened = program.handle(.signIn(.kim, by: Program.file, as: .account))
        #expect(opened.inits.map(\.channel) == [3, 4])
        #expect(opened.last == .status(.authorizing, of: .account))
        program.live(3)
        program.live(4)
        program.put("a", in: "friend")

        let left = program.handle(.signOut(removingObjects: true, of: .account))
        #expect(left.contains(.signedOut(unsent: 1, of: .account)))
        #expect(left.last == .status(.offline(retryAt: nil, because: nil), of: .account))
        #expect(!left.contains { if case .link(.hangUp) = $0 { true } else { false } })
        #expect(program.replica.status == .synced)
        #expect(program.replica.keys(in: Program.friend) == [])
        #expect(program.receive(3, HubFrames.change("x", to: 1, "{}", ccids: "1")) == [])

        program = Program()
        program.connect()
        for channel in 0...2 { program.live(channel) }
        program.handle(.signOut(removingObjects: true, of: .account))
        program.handle(.open(Program.friend, .durable, StoredReplicaBucket(), as: .account))
        program.handle(.signIn(.lee, by: Program.file, as: .account))
        #expect(program.receive(1, HubFrames.change("x", to: 1, "{}", ccids: "1")) == [])
        #expect(program.receive(1, #"auth:{"msg":"Token invalid","code":401}"#) == [])
        program.live(3)
        program.live(4)
        #expect(program.replica.status(of: .account) == .synced)
        #expect(program.replica.keys(in: Program.friend) == [])
    }

    @Test("A bucket that is opened for another user continues the sequence of change ids")
    func ids() {
        var program = Program()
        program.connect()
        for channel in 0...2 { program.live(channel) }
        let first = program.put("a", in: "friend").ids
        program.handle(.signOut(removingObjects: true, of: .account))
        let stored = StoredReplicaBucket(objects: [
            key("b"): StoredReplicaObject(ghost: Ghost(3, json: "{}"))
        ])
        program.handle(.open(Program.friend, .durable, stored, as: .account))
        #expect(program.replica.keys(in: Program.friend) == [key("b")])
        program.handle(.signIn(.lee, by: Program.file, as: .account))
        program.live(3)
        let second = program.put("a", in: "friend").ids
        #expect(first.count == 1 && second.count == 1 && first != second)
    }

    @Test("Each user's objects are counted separately")
    func statistics() {
        var program = Program()
        program.put("a", in: "lobby")
        program.put("b", in: "friend")
        program.put("c", in: "result")
        #expect(program.replica.statistics.unsent == 1)
        #expect(program.replica.statistics(of: .account).unsent == 2)
    }
}

extension Token {
    fileprivate static let lobby = name(Token("everybody"))
    fileprivate static let kim = name(Token("0123456789abcdef0123456789abcdef"))
    fileprivate static let lee = name(Token("fedcba9876543210fedcba9876543210"))
}

/// The members of an `init` that name the bucket and its user.
private struct Init: Hashable {
    let bucket: String
    let token: String
    let client: String
    let extensions: [String]
    let channel: Int?

    init(
        _ bucket: String, _ token: Token, _ client: String, _ extensions: [String],
        on channel: Int? = nil
    ) {
        self.bucket = bucket
        self.token = token.text
        self.client = client
        self.extensions = extensions
        self.channel = channel ?? Program.names.firstIndex(of: bucket)
    }

    init?(frame: String) {
        guard let json = JSON(initFrame: frame) else { return nil }
        bucket = json["name"]?.string ?? ""
        token = json["token"]?.string ?? ""
        client = json["clientid"]?.string ?? ""
        extensions = json["extensions"]?.array?.compactMap(\.string) ?? []
        channel = Int(frame.prefix { $0 != ":" })
    }
}

/// A replica with one bucket of the lobby and two of an account, driven by a test that plays the
/// hub.
private struct Program {
    static let names = ["lobby", "friend", "result"]
    static let all = ["away", "resume", "rules"]
    static let friend = name(BucketName("friend"))
    static let file = name(ClientID("file-1"))

    private(set) var replica: Replica
    private(set) var connection = LinkID(rawValue: 0)
    private var now = Instant.start

    init(isSignedIn: Bool = true) {
        var settings = ReplicaSettings(
            app: name(AppID("demo")), clientID: name(ClientID("visitor-1")),
            run: RunID(rawValue: 0xA), seed: 1)
        settings.extensions = [.away, .resume, .rules]
        replica = Replica(settings)
        for (number, bucket) in Self.names.enumerated() {
            let id = number == 0 ? SignInID.main : .account
            let kind = number == 0 ? BucketLifetime.presence : .durable
            handle(.open(name(BucketName(bucket)), kind, StoredReplicaBucket(), as: id))
        }
        handle(.signIn(.lobby))
        if isSignedIn { handle(.signIn(.kim, by: Self.file, as: .account)) }
    }

    @discardableResult
    mutating func handle(_ event: Replica.Event) -> [Replica.Effect] {
        let effects = replica.handle(event, at: now)
        for case .link(.dial(let id, _)) in effects { connection = id }
        return effects
    }

    @discardableResult
    mutating func connect() -> [Init] {
        handle(.goOnline)
        return handle(.link(.opened(connection))).inits
    }

    /// Accepts the channel of an empty bucket.
    mutating func live(_ channel: Int) {
        receive(channel, "auth:kim@example.org")
        receive(channel, #"i:{"current":"\#(Device.cv1)","index":[]}"#)
    }

    @discardableResult
    mutating func receive(_ channel: Int, _ command: String) -> [Replica.Effect] {
        handle(.link(.received([UInt8]("\(channel):\(command)".utf8), on: connection)))
    }

    @discardableResult
    mutating func put(_ key: String, in bucket: String) -> [[UInt8]] {
        handle(.edit(.put(name(ObjectKey(key)), [:]), in: name(BucketName(bucket)))).frames
    }
}

extension [Replica.Effect] {
    fileprivate var inits: [Init] {
        compactMap(\.text).compactMap { Init(frame: $0) }
    }
}

extension [[UInt8]] {
    /// The ids of the changes that are sent.
    fileprivate var ids: [String] {
        compactMap { frame in
            let text = String(decoding: frame, as: UTF8.self)
            let payload = text.split(separator: ":", maxSplits: 2).last ?? ""
            return (try? JSON(parsing: [UInt8](payload.utf8)))?["ccid"]?.string
        }
    }
}
