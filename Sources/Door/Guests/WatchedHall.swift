internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire
internal import Visit

/// A lobby hall as a door sees it: a replica with a connection of its own, and the Watcher objects
/// of the hall's spectators.
///
/// A `WatchedHall` does no I/O. The owner passes the replica's events to `handle`, performs the
/// effects, and sends `.wake` at `nextDeadline`. At `closesAt`, the owner calls `goOffline`, and
/// releases the value once the connection has closed. If `hasNews` is true, the owner calls
/// `markCurrent` with a new version.
struct WatchedHall: Sendable {
    enum Effect: Hashable, Sendable {
        case link(LinkEffect)
        /// A message from the server about halls.
        case noticed(HallMessage)
    }

    private var replica: Replica
    private var feed = LobbyBucketEventQueue()
    private(set) var lobbyState = LobbyState()
    private var doorWatchers = MergedDoorWatchers()
    /// The number of the hall; nil until the server has sent it, and always on servers without
    /// halls.
    private(set) var number: HallNumber?
    let requestedNumber: HallNumber
    /// The version of the content, set by `markCurrent`. The owner uses each version only once,
    /// across all halls.
    private(set) var version = 0
    /// True if the content has changed since `version` was set.
    private(set) var hasNews = false
    /// The time when an unused hall is closed; nil for a hall in use.
    var closesAt: Instant?
    /// True if the replica is going offline, so that no spectator may use the hall any more.
    private(set) var isClosing = false

    init(_ settings: ReplicaSettings, token: Token, in wanted: HallNumber) {
        var settings = settings
        settings.hall = RequestedHall("\(wanted)", isToWatch: true)
        replica = Replica(lobby: settings, token: token)
        lobbyState.hidesNames = true
        requestedNumber = wanted
    }

    var nextDeadline: Instant? { sooner(replica.nextDeadline, isClosing ? nil : closesAt) }
    var status: ReplicaStatus { replica.status }

    mutating func handle(_ event: Replica.Event, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        passToReplica(event, at: now, &effects)
        while let news = feed.next() {
            guard let event = replica.lobbyBucketEvent(of: news) else { continue }
            _ = lobbyState.fold(event, at: now)
            hasNews = true
        }
        return effects
    }

    /// Merges a spectator's edit with the edits of the other spectators, and writes the result.
    mutating func mergeAndWrite(_ edit: LobbyObjectEdit, at now: Instant) -> [Effect] {
        doorWatchers.mergedEdits(for: edit).flatMap { handle($0.event, at: now) }
    }

    mutating func goOffline(at now: Instant) -> [Effect] {
        isClosing = true
        return handle(.goOffline, at: now)
    }

    mutating func markCurrent(version: Int) {
        self.version = version
        hasNews = false
    }

    private mutating func passToReplica(
        _ event: Replica.Event, at now: Instant, _ effects: inout [Effect]
    ) {
        for effect in replica.handle(event, at: now) {
            switch effect {
            case .link(let effect): effects.append(.link(effect))
            case .noticed(let members):
                let message = HallMessage(members)
                if case .hall(let hall)? = message.news {
                    hasNews = hasNews || number != hall
                    number = hall
                }
                effects.append(.noticed(message))
            case .status(let status, _):
                hasNews = true
                feed.recordStatus(status)
            case .tell(let event, let name):
                guard let bucket = LobbyBucket(name),
                    let undo = feed.appendReturningRevert(event, in: bucket)
                else { break }
                passToReplica(.edit(undo, in: name), at: now, &effects)
            // A door's replica has no stored session and no account.
            case .ignored, .seat, .store, .signedOut: break
            }
        }
    }
}
