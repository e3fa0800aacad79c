import SimperiumClock
import SimperiumWire
import SyncHub

/// A hub with a store in memory, without sockets. It accepts each client.
struct LocalHub {
    private var hub: Hub
    private var store = MemoryStore()
    private var lastName: UInt64 = 0
    /// The bytes that the clients would have received.
    private(set) var bytesSent = 0
    /// The frames for clients that take them, in order.
    private var frames: [(to: ConnectionID, frame: [UInt8])] = []
    private let keepsFrames: Bool
    var now = Instant.start

    init(limits: HubLimits = HubLimits(), keepsFrames: Bool = false) {
        self.keepsFrames = keepsFrames
        hub = Hub(epoch: store.beginEpoch(), limits: limits)
    }

    /// Adds a client with a channel for each bucket, up to date with all changes. The user's name
    /// serves as its token.
    mutating func join(user: String, buckets: [String]) -> ConnectionID {
        let id = open()
        for (channel, name) in buckets.enumerated() {
            let request = """
                \(channel):init:{"clientid":"swift-0123456789abcdef0123456789ab\(lastName)",\
                "api":"1.1","token":"\(user)","app_id":"tictactoe","name":"\(name)",\
                "extensions":["away"],"cmd":"cv:"}
                """
            receive([UInt8](request.utf8), from: id)
        }
        return id
    }

    mutating func receive(_ frame: [UInt8], from connection: ConnectionID) {
        handle(.received(frame, from: connection))
    }

    /// Opens a connection for a client that introduces itself.
    mutating func open() -> ConnectionID {
        lastName += 1
        let id = ConnectionID(rawValue: lastName)
        handle(.opened(id, app: nil))
        return id
    }

    /// Returns the frames since the last call.
    mutating func takeFrames() -> [(to: ConnectionID, frame: [UInt8])] {
        defer { frames.removeAll(keepingCapacity: true) }
        return frames
    }

    /// Lets the hub finish work that it does in parts, or that is due.
    mutating func finish() {
        while let deadline = hub.nextDeadline, deadline <= now { handle(.wake) }
    }

    mutating func handle(_ event: Hub.Event) {
        var next: [Hub.Event] = []
        for effect in hub.handle(event, at: now) {
            switch effect {
            case .send(let frame, let id): pass(frame, to: [id])
            case .broadcast(let frame, let ids): pass(frame, to: ids)
            case .authorize(let question, let request):
                next.append(.authorized(question, Self.answer(to: request)))
            case .read(let question, let query):
                next.append(.read(question, store.answer(query)))
            case .compute(let question, _): next.append(.computed(question, .nothingYet))
            case .write(let write): try? store.write(write)
            case .close, .answer, .inquire, .joined, .ended, .note, .pass: break
            }
        }
        for event in next { handle(event) }
    }

    private mutating func pass(_ frame: [UInt8], to ids: [ConnectionID]) {
        bytesSent += frame.count
        if keepsFrames { frames += ids.map { ($0, frame) } }
    }

    private static func answer(to request: AuthorizationRequest) -> AuthorizationResult {
        guard let user = UserID(request.token.text) else { return .denied(.invalidToken) }
        return request.granted(
            to: Identity(user: user, name: .trappingIfInvalid("a@b.c")), fresh: nil)
    }
}
