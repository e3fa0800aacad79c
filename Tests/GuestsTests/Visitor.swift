import Guests
import Lobby
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Visit

/// A guest whose line takes in everything at once, and who has a turn whenever they want one,
/// unless told otherwise.
struct Visitor {
    var guest: Guest
    var caches = GuestCaches()
    var now = Instant(milliseconds: 1_000)
    var sent: [UInt8] = []
    var effects: [Guest.Effect] = []
    var reads = true
    private var views = 0
    /// Whether the door has time for this guest's turns.
    var isServed = true

    init(_ limits: DoorLimits = DoorLimits()) {
        guest = Guest(limits, at: now)
    }

    /// A guest who has come in.
    init(_ arrival: Arrival) {
        self.init()
        enter(arrival)
    }

    mutating func tell(_ event: Guest.Event) {
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

    mutating func enter(_ arrival: Arrival) {
        tell(.admitted)
        tell(.came(arrival, Self.context))
    }

    /// Has the window show something else than before.
    mutating func look(through status: SyncStatus) {
        views += 1
        tell(.shown(LobbySnapshot(lobbyState: LobbyState(), status: status, version: views)))
    }

    /// Lets time pass, and says whatever its deadlines want, up to then.
    mutating func wait(_ duration: Duration, answering: Bool = true) {
        let end = now + duration
        while let due = guest.nextDeadline, due <= end {
            now = max(now, due)
            let before = effects.count
            tell(.wake)
            if answering, effects[before...].contains(.askForLife) { tell(.heard(bytes: 60)) }
        }
        now = end
    }

    static let context: GuestContext = {
        guard let id = ClientID("visitor") else { preconditionFailure("no id") }
        return GuestContext(
            .lobby(id, run: RunID(rawValue: 1), seed: 1), token: .lobby,
            snapshot: LobbySnapshot(lobbyState: LobbyState(), status: .synced, version: 0))
    }()

    /// How often something was sent.
    var frames: Int {
        effects.count { if case .send = $0 { true } else { false } }
    }

    var text: String { String(decoding: sent, as: UTF8.self) }
    var isOver: Bool { guest.nextDeadline == nil }
}
