import Guests
import Lobby
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Visit

/// A guest whose connection reads everything at once, and who has a turn on each request, unless a
/// test changes that.
struct TestGuest {
    var guest: Guest
    var caches = GuestCaches()
    var now = Instant(milliseconds: 1_000)
    var sent: [UInt8] = []
    var effects: [Guest.Effect] = []
    var reads = true
    private var views = 0
    /// True if the door gives this guest turns.
    var isServed = true

    init(_ limits: DoorLimits = DoorLimits()) {
        guest = Guest(limits, at: now)
    }

    /// A guest who has been let in.
    init(_ arrival: GuestSSHLogin, _ context: NewGuestParameters = TestGuest.context) {
        self.init()
        enter(arrival, context)
    }

    mutating func handle(_ event: Guest.Event) {
        var news = [event]
        while let next = news.popLast() ?? (isServed && guest.wantsTurn ? .turn : nil) {
            for effect in guest.handle(next, at: now, sharing: &caches) {
                effects.append(effect)
                guard case .send(let bytes) = effect else { continue }
                sent += bytes
                if reads { news.append(.drained) }
            }
        }
    }

    mutating func enter(
        _ arrival: GuestSSHLogin, _ context: NewGuestParameters = TestGuest.context
    ) {
        handle(.admitted)
        handle(.came(arrival, context))
    }

    /// Shows another state of the window.
    mutating func look(through status: ReplicaStatus) {
        views += 1
        let snapshot = SpectatorHallSnapshot(
            lobbyState: LobbyState(), status: status, version: views)
        handle(.answered(.snapshot(snapshot)))
    }

    /// Lets time pass, and handles each deadline until then.
    mutating func wait(_ duration: Duration, answering: Bool = true) {
        let end = now + duration
        while let due = guest.nextDeadline, due <= end {
            now = max(now, due)
            let before = effects.count
            handle(.wake)
            if answering, effects[before...].contains(.askForLife) { handle(.heard(bytes: 60)) }
        }
        now = end
    }

    static let context = NewGuestParameters(
        .lobby(.trappingIfInvalid("visitor"), run: RunID(rawValue: 1), seed: 1), token: .lobby,
        snapshot: SpectatorHallSnapshot(lobbyState: LobbyState(), status: .synced, version: 0))

    /// The number of frames that were sent.
    var frames: Int {
        effects.count { if case .send = $0 { true } else { false } }
    }

    /// The frames to the server.
    var linkFrames: [String] {
        effects.compactMap { effect in
            guard case .link(.send(let frame, _)) = effect else { return nil }
            return String(decoding: frame, as: UTF8.self)
        }
    }

    var text: String { String(decoding: sent, as: UTF8.self) }
    var isOver: Bool { guest.nextDeadline == nil }
}
