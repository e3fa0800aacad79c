import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

@Suite("Sessions at the hub")
struct ResumeTests {
    @Test(
        "C44, P12: All buckets send one secret and its number; to an older hub each sends its own"
    )
    func oneForAll() {
        var program = Program()
        program.connect()
        #expect(program.inits == [Init(), Init()])
        program.receive(0, #"o:{"rules":2}"#)
        program.receive(0, #"o:{"resume":"first","seat":3}"#)
        #expect(program.replica.resumeToken == seat("first", 3))
        // The other channel was not accepted in time.
        program.handle(.link(.closed(program.connection, .lost)))
        program.connect()
        #expect(program.inits == [Init("first", 3), Init("first", 3)])
        #expect(program.receive(0, #"o:{"resume":"first","seat":3}"#) == [.seat(.kept)])
        #expect(program.receive(1, #"o:{"resume":"first","seat":3}"#) == [], "said once")

        program = Program()
        program.connect()
        program.receive(0, #"o:{"resume":"one"}"#)
        program.receive(1, #"o:{"resume":"two"}"#)
        #expect(program.replica.resumeToken == nil)
        program.handle(.link(.closed(program.connection, .lost)))
        program.connect()
        #expect(program.inits == [Init("one"), Init("two")])
    }

    @Test("C44: Another run, or a door, asks to take the session over until the hub has answered")
    func anotherRun() {
        var program = Program(seat: seat("kept", 2))
        program.connect()
        #expect(program.inits == Array(repeating: Init("kept", 2, takes: true), count: 2))
        program.handle(.link(.closed(program.connection, .lost)))
        program.connect()
        #expect(program.inits.allSatisfy { $0.takes }, "nobody has answered")
        #expect(program.receive(0, #"o:{"resume":"kept","seat":3}"#) == [.seat(.kept)])
        program.handle(.link(.closed(program.connection, .lost)))
        program.connect()
        #expect(program.inits == [Init("kept", 3), Init("kept", 3)])

        // A door chooses the secret itself.
        program = Program(ownSecret: secret("own"))
        program.connect()
        let both = Init("own", takes: true, own: "own")
        #expect(program.inits == [both, both])
        #expect(program.receive(0, #"o:{"resume":"own","seat":5}"#) == [.seat(.kept)])
        program.handle(.link(.closed(program.connection, .lost)))
        program.connect()
        #expect(program.inits.first == Init("own", 5, own: "own"))
    }

    @Test(
        "C44: The end of a session is reported before the new one is accepted, if the hub knows it")
    func ended() {
        var program = Program(seat: seat("kept", 2))
        program.connect()
        let end = SessionEnd(.grace, outcome: ["winner": "lin"])
        program.receive(0, #"o:{"ended":{"why":"grace","outcome":{"winner":"lin"}}}"#)
        #expect(program.receive(0, #"o:{"resume":"fresh","seat":1}"#) == [.seat(.lost(end))])
        #expect(program.replica.resumeToken == seat("fresh", 1))

        program = Program(seat: seat("kept", 2))
        program.connect()
        #expect(program.receive(0, #"o:{"resume":"fresh","seat":1}"#) == [.seat(.lost(nil))])
    }

    @Test(
        "C45: A connection that is closed or refused because the session was taken over is the last"
    )
    func closed() {
        var program = Program()
        program.connect()
        program.receive(0, #"o:{"resume":"first","seat":3}"#)
        let effects = program.handle(.link(.closed(program.connection, .takenOver)))
        #expect(effects.contains(.seat(.takenOver)))
        #expect(program.replica.resumeToken == nil)
        #expect(program.replica.nextDeadline == nil)
        for event in [Replica.Event.goOnline, .networkChanged, .suspect, .wake] {
            #expect(program.handle(event) == [])
        }
        #expect(program.replica.status == .offline(retryAt: nil, because: .takenOver))

        program = Program()
        program.connect()
        let first = program.connection
        program.receive(0, #"o:{"resume":"first","seat":3}"#)
        program.handle(.link(.closed(first, .lost)))
        program.connect(isLetIn: false)
        #expect(program.handle(.link(.closed(first, .takenOver))) == [], "an earlier one")
        let last = program.receive(0, #"auth:{"msg":"Taken over","code":4001}"#)
        #expect(last.contains(.seat(.takenOver)))
        #expect(last.contains(.link(.hangUp(program.connection, .abandoning))))
        program.receive(1, #"auth:{"msg":"Taken over","code":4001}"#)
        #expect(program.handle(.link(.closed(program.connection, .lost))) == [])
        #expect(program.replica.nextDeadline == nil)
    }

    @Test(
        "C46: An earlier run's unanswered changes are sent again, unless their objects were removed"
    )
    func unsent() throws {
        var first = Program()
        first.connect()
        for channel in 0...1 {
            first.receive(channel, #"o:{"resume":"first","seat":1}"#)
            first.receive(channel, #"i:{"current":"\#(Device.cv1)","index":[\#(Program.listed)]}"#)
        }
        let key = name(ObjectKey("m"))
        let edit = BucketEdit.update(key, setting: ["n": 2])
        let sent = first.handle(.edit(edit, in: Program.buckets[1])).compactMap(\.text)
        #expect(sent.count == 1)
        let unsent = try #require(
            first.replica.storedObjectIfUnacknowledged(key, in: Program.buckets[1]))

        for version in 1...2 {
            var second = Program(seat: seat("first", 1), unsent: (key, unsent))
            second.connect()
            second.receive(1, #"o:{"resume":"first","seat":2}"#)
            let listed = version == 1 ? Program.listed : #"{"id":"m","v":2,"d":{"n":1,"b":1}}"#
            let effects = second.receive(
                1, #"i:{"current":"\#(Device.cv2)","index":[\#(listed)]}"#)
            let again = effects.compactMap(\.text) + second.loaded(#"{"n":1,"b":1}"#, version)
            #expect(again.filter { $0.hasPrefix("1:c:") } == sent)
            #expect(second.replica.object(key, in: Program.buckets[1])?["n"] == 2)
        }

        // The hub has removed the object.
        let stored = StoredReplicaObject(
            ghost: EntityVersion(1).map { Ghost(version: $0, object: ["n": 1]) },
            draft: .object(["n": 2]), turn: 1)
        var program = Program(seat: seat("first", 1), unsent: (key, stored))
        program.connect()
        let effects = program.receive(1, #"i:{"current":"\#(Device.cv2)","index":[]}"#)
        #expect(effects.compactMap(\.text) == [])
        #expect(program.replica.object(key, in: Program.buckets[1]) == nil)
    }

    @Test("A client that pauses hangs up with the cause, and returns when it wants to")
    func pause() {
        var program = Program()
        program.connect()
        let effects = program.handle(.pause(.paused))
        let first = program.connection
        #expect(effects.contains(.link(.hangUp(first, .keepingSeat(.paused)))))
        program.handle(.link(.closed(first, .closedByHub)))
        #expect(program.replica.nextDeadline == nil)
        #expect(
            program.handle(.goOnline).contains { if case .link(.dial) = $0 { true } else { false } }
        )
    }

    private func secret(_ text: String) -> ResumeSecret { name(ResumeSecret(text)) }
    private func seat(_ text: String, _ number: Int) -> ResumeToken {
        ResumeToken(secret(text), number: number)
    }
}

/// The members of an `init` that concern the session.
private struct Init: Hashable {
    var resume: String?
    var seat: Int?
    var takes = false
    var own: String?

    init(_ resume: String? = nil, _ seat: Int? = nil, takes: Bool = false, own: String? = nil) {
        (self.resume, self.seat, self.takes, self.own) = (resume, seat, takes, own)
    }

    init?(frame: String) {
        guard let json = JSON(initFrame: frame) else { return nil }
        self.init(
            json["resume"]?.string, json["seat"]?.int, takes: json["take"] == .bool(true),
            own: json["secret"]?.string)
    }
}

/// A replica of two presence buckets, driven by a test that plays the hub.
private struct Program {
    static let buckets = ["people", "matches"].map { name(BucketName($0)) }
    static let listed = #"{"id":"m","v":1,"d":{"n":1}}"#

    private(set) var replica: Replica
    private(set) var connection = LinkID(rawValue: 0)
    /// The `init`s of the present connection.
    private(set) var inits: [Init] = []

    init(
        seat: ResumeToken? = nil, ownSecret: ResumeSecret? = nil,
        unsent: (key: ObjectKey, object: StoredReplicaObject)? = nil
    ) {
        var settings = ReplicaSettings(
            app: name(AppID("demo")), clientID: name(ClientID("device-1")),
            run: RunID(rawValue: unsent == nil ? 1 : 2), seed: 1)
        settings.extensions = [.away, .resume, .rules]
        (settings.seat, settings.ownSecret) = (seat, ownSecret)
        replica = Replica(settings)
        for bucket in Self.buckets {
            let objects = bucket == Self.buckets[1] ? unsent.map { [$0.key: $0.object] } : nil
            handle(.open(bucket, .presence, StoredReplicaBucket(objects: objects ?? [:])))
        }
        handle(.signIn(Device.token))
    }

    @discardableResult
    mutating func handle(_ event: Replica.Event) -> [Replica.Effect] {
        let effects = replica.handle(event, at: .start)
        for case .link(.dial(let id, _)) in effects { connection = id }
        inits += effects.compactMap(\.text).compactMap { Init(frame: $0) }
        return effects
    }

    @discardableResult
    mutating func receive(_ channel: Int, _ command: String) -> [Replica.Effect] {
        handle(.link(.received([UInt8]("\(channel):\(command)".utf8), on: connection)))
    }

    mutating func connect(isLetIn: Bool = true) {
        inits = []
        handle(.goOnline)
        handle(.link(.opened(connection)))
        guard isLetIn else { return }
        for channel in Self.buckets.indices { receive(channel, "auth:kim@example.org") }
    }

    /// Answers a request for that version with the hub's object.
    mutating func loaded(_ object: String, _ version: Int) -> [String] {
        guard version > 1 else { return [] }
        return receive(1, "e:m.\(version)\n{\"data\":\(object)}").compactMap(\.text)
    }
}
