internal import Recording
package import SimperiumClock
package import Visit

/// A door with all its guests, as a machine that can be recorded and replayed. Guests share
/// snapshots, and the clients that are kept after broken connections, so one guest can't be
/// replayed without the other guests.
package struct RecordedDoor: RecordedMachine {
    package struct Beginning: Hashable, Codable, Sendable {
        package let limits: DoorLimits
        /// The start values of the replicas that all spectators share.
        package let watchers: LobbyClient.Beginning

        package init(limits: DoorLimits, watchers: LobbyClient.Beginning) {
            self.limits = limits
            self.watchers = watchers
        }
    }

    package enum Event: Hashable, Codable, Sendable {
        case watchers(SpectatorLobbyReplicas.Event)
        /// A new guest, with a number that is never used again.
        case entered(Int)
        case guest(Int, Guest.Event)
        case left(Int)
    }

    package enum Effect: Hashable, Codable, Sendable {
        case watchers(SpectatorLobbyReplicas.Effect)
        case guest(Int, Guest.Effect)
    }

    package static let name = "door"
    /// The maximum number of snapshots that are kept. A guest's event may refer to a snapshot that
    /// is not the newest.
    private static let mostSnapshots = 64

    private let limits: DoorLimits
    private var watchers: SpectatorLobbyReplicas
    private var snapshots: [SpectatorHallSnapshot]
    private var caches = GuestCaches()
    private var guests: [Int: Guest] = [:]

    package init(_ beginning: Beginning) {
        limits = beginning.limits
        watchers = SpectatorLobbyReplicas(beginning.watchers)
        snapshots = [watchers.snapshot]
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .watchers(let event):
            let effects = watchers.handle(event, at: now)
            watchers.snapshots.forEach { remember($0) }
            return effects.map { .watchers($0) }
        case .entered(let number):
            guests[number] = Guest(limits, at: now)
            return []
        case .guest(let number, let event):
            let event = withRememberedSnapshot(event)
            let effects = guests[number]?.handle(event, at: now, sharing: &caches) ?? []
            return effects.map { .guest(number, $0) }
        case .left(let number):
            guests[number] = nil
            return []
        }
    }

    private mutating func remember(_ snapshot: SpectatorHallSnapshot) {
        guard !snapshots.contains(where: { $0.version == snapshot.version }) else { return }
        if snapshots.count == Self.mostSnapshots { snapshots.removeFirst() }
        snapshots.append(snapshot)
    }

    /// Returns the event with a complete snapshot. A recorded event contains only the snapshot's
    /// version.
    private func withRememberedSnapshot(_ event: Guest.Event) -> Guest.Event {
        switch event {
        case .came(let arrival, var context):
            context.snapshot = rememberedSnapshot(like: context.snapshot)
            return .came(arrival, context)
        case .answered(.snapshot(let snapshot)):
            return .answered(.snapshot(rememberedSnapshot(like: snapshot)))
        case .answered(.found(let snapshot, let key)):
            return .answered(.found(rememberedSnapshot(like: snapshot), key))
        default: return event
        }
    }

    private func rememberedSnapshot(like other: SpectatorHallSnapshot) -> SpectatorHallSnapshot {
        snapshots.last { $0.version == other.version } ?? other
    }
}
