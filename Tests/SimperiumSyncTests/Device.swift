import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

/// A replica with one bucket, driven by a test that plays the hub, frame by frame.
struct Device {
    static let bucket = name(BucketName("notes"))
    static let token = name(Token("0123456789abcdef0123456789abcdef"))
    static let cv1 = "65f100000000000000000001"
    static let cv2 = "65f100000000000000000002"
    static let cv3 = "65f100000000000000000003"

    private(set) var replica: Replica
    private(set) var now = Instant.start
    /// The stored state of a durable bucket.
    private(set) var disk: StoredReplicaBucket
    private(set) var connection = LinkID(rawValue: 0)
    let kind: BucketLifetime

    init(
        _ kind: BucketLifetime = .memory, disk: StoredReplicaBucket = StoredReplicaBucket(),
        run: UInt64 = 0xA,
        client: String = "device-1"
    ) {
        self.kind = kind
        self.disk = disk
        let settings = ReplicaSettings(
            app: name(AppID("demo")), clientID: name(ClientID(client)), run: RunID(rawValue: run),
            seed: 1)
        replica = Replica(settings)
        _ = handle(.open(Self.bucket, kind, disk))
    }

    @discardableResult
    mutating func handle(_ event: Replica.Event) -> [Replica.Effect] {
        let effects = replica.handle(event, at: now)
        for case .store(let edits, _) in effects { disk.apply(edits) }
        for case .link(.dial(let id, _)) in effects { connection = id }
        return effects
    }

    @discardableResult
    mutating func edit(_ edit: BucketEdit) -> [Replica.Effect] {
        handle(.edit(edit, in: Self.bucket))
    }

    /// Receives a command on the bucket's channel.
    @discardableResult
    mutating func receive(_ command: String) -> [Replica.Effect] {
        receiveFrame("0:" + command)
    }

    @discardableResult
    mutating func receiveFrame(_ frame: String) -> [Replica.Effect] {
        handle(.link(.received([UInt8](frame.utf8), on: connection)))
    }

    /// Lets time pass, and wakes the replica at each of its deadlines.
    @discardableResult
    mutating func wait(_ span: Duration) -> [Replica.Effect] {
        let end = now + span
        var effects: [Replica.Effect] = []
        while let deadline = replica.nextDeadline, deadline <= end {
            now = max(now, deadline)
            effects += handle(.wake)
        }
        now = end
        return effects
    }

    /// Dials, opens the connection, and accepts the sign-in. The effects include the request within
    /// `init`.
    @discardableResult
    mutating func authorize() -> [Replica.Effect] {
        var effects = handle(.signIn(Self.token)) + handle(.goOnline)
        effects += handle(.link(.opened(connection)))
        return effects + receive("auth:kim@example.org")
    }

    /// Goes online for the first time. The bucket's index has these objects at version 1.
    @discardableResult
    mutating func start(with index: String = "") -> [Replica.Effect] {
        authorize()
        return receive(#"i:{"current":"\#(Self.cv1)","index":[\#(index)]}"#)
    }

    mutating func loseConnection() {
        handle(.link(.closed(connection, .lost)))
    }

    /// Loses the connection, connects again, and receives the hub's first command after that.
    @discardableResult
    mutating func reconnect(receiving command: String) -> [Replica.Effect] {
        loseConnection()
        authorize()
        return receive(command)
    }

    /// Ends the program and starts it again with its stored state.
    mutating func restart(run: UInt64 = 0xB) {
        let kept = self
        self = Device(kind, disk: kind == .durable ? disk : StoredReplicaBucket(), run: run)
        now = kept.now
    }

    mutating func intern(_ key: String, with others: inout InternedObjects) {
        replica.internGhost(name(ObjectKey(key)), in: Self.bucket, with: &others)
    }

    func object(_ key: String) -> JSON? {
        replica.object(name(ObjectKey(key)), in: Self.bucket).map(JSON.object)
    }

    func sends(_ command: String) -> Replica.Effect { sendsFrame("0:" + command) }

    /// Expects the frame of a change: a diff from the named version, or from nothing.
    func sendsChange(
        _ id: String, from version: Int? = nil, _ diff: String, _ ccid: String
    ) -> Replica.Effect {
        let from = version.map { #","sv":\#($0)"# } ?? ""
        return sends(#"c:{"id":"\#(id)","o":"M"\#(from),"v":\#(diff),"ccid":"\#(ccid)"}"#)
    }

    func sendsFrame(_ frame: String) -> Replica.Effect {
        .link(.send([UInt8](frame.utf8), on: connection))
    }
}

/// Expectations of effects, as plain calls because a macro compiles more slowly.
extension Device {
    /// Expects the effects of a frame on the bucket's channel.
    mutating func receive(
        _ command: String, causes effects: [Replica.Effect],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(receive(command), effects, of: command, sourceLocation)
    }

    /// Expects the effects of a frame.
    mutating func receiveFrame(
        _ frame: String, causes effects: [Replica.Effect],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(receiveFrame(frame), effects, of: frame, sourceLocation)
    }

    /// Expects the effects of an edit.
    mutating func edit(
        _ edit: BucketEdit, causes effects: [Replica.Effect],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(self.edit(edit), effects, of: "\(edit)", sourceLocation)
    }

    private func expect(
        _ found: [Replica.Effect], _ effects: [Replica.Effect], of event: String,
        _ sourceLocation: SourceLocation
    ) {
        guard found != effects else { return }
        Issue.record("\(event) causes \(found), not \(effects)", sourceLocation: sourceLocation)
    }
}

/// The frames that a replica sends.
extension Replica.Effect {
    /// The text of a frame that is sent; nil for another effect.
    var text: String? {
        if case .link(.send(let frame, _)) = self {
            String(decoding: frame, as: UTF8.self)
        } else {
            nil
        }
    }
}

extension [Replica.Effect] {
    var frames: [[UInt8]] {
        compactMap { effect in
            if case .link(.send(let frame, _)) = effect { frame } else { nil }
        }
    }
}

extension JSON {
    /// Reads the payload of a frame with `init`; nil for any other frame.
    init?(initFrame frame: String) {
        let parts = frame.split(separator: ":", maxSplits: 2)
        guard parts.count == 3, parts[1] == "init",
            let json = try? JSON(parsing: [UInt8](parts[2].utf8))
        else { return nil }
        self = json
    }
}
