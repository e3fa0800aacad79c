package import Lobby
internal import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// A queue of the events of the lobby's buckets.
///
/// The owner converts a queued event to a `LobbyBucketEvent` only after taking it from the queue.
/// So the `LobbyBucketEvent` includes the edits that earlier events have caused.
///
///     for effect in replica.handle(event, at: now) {
///         case .tell(let event, let name):
///             undo = eventQueue.appendReturningRevert(event, in: name)
///         …
///     while let queued = eventQueue.next() {
///         if let event = replica.lobbyBucketEvent(of: queued) { … }
package struct LobbyBucketEventQueue: Sendable {
    package enum QueuedEvent: Hashable, Sendable {
        case bucket(BucketEvent, in: LobbyBucket)
        /// The key of a Match that the hub changed before this program's deletion of the Match
        /// arrived.
        case overtaken(ObjectKey)
        /// All of the hub's objects have arrived.
        case caughtUp
        case offline
    }

    private var events: [QueuedEvent] = []
    private var position = 0
    private var isCaughtUp = false
    /// The key of an earlier run's unsent Match; nil once an event for the Match is queued, or if
    /// there is no such Match.
    private var kept: ObjectKey?

    package init(keeping kept: ObjectKey? = nil) {
        self.kept = kept
    }

    /// Queues an event, unless a lobby client ignores it. For a refused change, returns the edit
    /// that reverts the change. The caller must make this edit at once. Otherwise returns nil.
    package mutating func appendReturningRevert(_ event: BucketEvent, in bucket: LobbyBucket)
        -> BucketEdit?
    {
        switch event {
        // A lobby client has no unsaved edits to hand in, and needs no histories.
        case .willChange, .pending, .version: return nil
        default: events.append(.bucket(event, in: bucket))
        }
        // If the stored match equals the hub's, the replica reports no event for the match.
        if bucket == .match, event == .willIndex, let key = kept.take() {
            events.append(.bucket(.inserted(key, .index), in: .match))
        }
        if case .error(.refused(let key, _, _)) = event { return .revert(key) }
        return nil
    }

    mutating func append(overtaken key: ObjectKey) {
        events.append(.overtaken(key))
    }

    package mutating func recordStatus(_ status: ReplicaStatus) {
        switch status {
        case .synced where !isCaughtUp:
            isCaughtUp = true
            events.append(.caughtUp)
        case .connecting, .offline, .unauthorized:
            if isCaughtUp { events.append(.offline) }
            isCaughtUp = false
        // Fetching single objects again also counts as indexing, and loses no state.
        case .authorizing, .indexing, .synced: break
        }
    }

    /// Forgets the connection state and the earlier run's Match, because the client id or the hall
    /// changes.
    mutating func restartForAnotherLobby() {
        (isCaughtUp, kept) = (false, nil)
    }

    package mutating func next() -> QueuedEvent? {
        guard position < events.count else {
            // Frees the memory that an index needed.
            if position > 0 { events.removeAll(keepingCapacity: position < 16) }
            position = 0
            return nil
        }
        position += 1
        return events[position - 1]
    }
}

extension Replica {
    package init(lobby settings: ReplicaSettings, token: Token, keptSeat: KeptSeat? = nil) {
        self.init(settings)
        for bucket in LobbyBucket.allCases {
            let stored = bucket == .match ? keptSeat?.stored : nil
            _ = handle(.open(bucket.name, .presence, stored ?? StoredReplicaBucket()), at: .start)
        }
        _ = handle(.signIn(token), at: .start)
    }

    /// Returns the lobby's event for a queued event. Returns nil if the lobby ignores the event, or
    /// if the object is gone and a deletion follows. The function is mutating only to avoid a copy
    /// of all objects.
    package mutating func lobbyBucketEvent(
        of queued: LobbyBucketEventQueue.QueuedEvent
    ) -> LobbyBucketEvent? {
        switch queued {
        case .bucket(let event, let bucket): lobbyBucketEvent(of: event, in: bucket)
        case .overtaken(let key):
            confirmedObject(key, in: LobbyBucket.match.name).map { .overtaken(key, $0) }
        case .caughtUp: .caughtUp
        case .offline: .offline
        }
    }

    private func lobbyBucketEvent(
        of event: BucketEvent, in bucket: LobbyBucket
    ) -> LobbyBucketEvent? {
        switch event {
        case .inserted(let key, let source):
            object(key, in: bucket.name).map { .inserted(bucket, key, $0, .init(source)) }
        case .updated(let key, let members, let source):
            object(key, in: bucket.name).map {
                .updated(bucket, key, $0, members: members, .init(source))
            }
        // The roster contains only states that other programs can see, too.
        case .acknowledged(let key, _) where bucket == .player:
            confirmedObject(key, in: bucket.name).map { .acknowledged(bucket, key, $0) }
        case .acknowledged(let key, _):
            object(key, in: bucket.name).map { .acknowledged(bucket, key, $0) }
        case .deleted(let key, _), .deleteAcknowledged(let key): .deleted(bucket, key)
        case .error(.refused(let key, let error, _)): refusedEvent(of: key, in: bucket, error)
        case .willIndex: .willIndex(bucket)
        case .didIndex: .didIndex(bucket)
        case .away(let keys, let absence): .away(bucket, keys, absence)
        case .back(let keys): .back(bucket, keys)
        case .rules(let version): .rules(version)
        case .aged(let key, let since): .aged(bucket, key, since: since)
        case .willChange, .version, .pending, .error: nil
        }
    }

    private func refusedEvent(
        of key: ObjectKey, in bucket: LobbyBucket, _ error: ChangeRefusalReason
    ) -> LobbyBucketEvent? {
        let object = object(key, in: bucket.name)
        // This program has deleted the object since. The hub will confirm the deletion.
        if object == nil, unsyncedKeys(in: bucket.name).contains(key) { return nil }
        return .refused(bucket, key, error, object)
    }
}

extension LobbyBucketEvent.EventSource {
    fileprivate init(_ source: BucketEvent.RemoteChangeSource) {
        self =
            switch source {
            case .remote: .remote
            case .index: .index
            }
    }
}

extension LobbyObjectEdit {
    package var event: Replica.Event {
        switch self {
        case .insert(let bucket, let key, let object):
            .edit(.put(key, object), in: bucket.name)
        case .update(let bucket, let key, let setting, let removing):
            .edit(.update(key, setting: setting, removing: removing), in: bucket.name)
        case .delete(let bucket, let key): .edit(.delete(key), in: bucket.name)
        }
    }
}

extension Token {
    /// The default token of the lobby. A closed lobby has a token of its own.
    package static let lobby = Token.trappingIfInvalid(LobbyCredentials.token)
}

extension ReplicaSettings {
    /// Returns the settings of a program in the lobby. The program's client id is also the key of
    /// its Player.
    package static func lobby(_ clientID: ClientID, run: RunID, seed: UInt64) -> ReplicaSettings {
        precondition(ObjectKey(clientID.text) != nil, "a client id in the lobby is a key, too")
        var settings = ReplicaSettings(
            app: .trappingIfInvalid(LobbyCredentials.app), clientID: clientID, run: run, seed: seed)
        settings.extensions = [.away, .resume, .rules, .ages, .halls, .redial]
        settings.pace = .lively
        return settings
    }
}
