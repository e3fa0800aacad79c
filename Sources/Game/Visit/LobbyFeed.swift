package import Lobby
internal import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

/// The events of the lobby's buckets that wait for their turn.
///
/// An event is made when its turn comes, with the object as it is by then, because an earlier one
/// may have led to an edit:
///
///     for effect in replica.handle(event, at: now) {
///         case .tell(let event, let name): undo = feed.append(event, in: name)
///         …
///     while let news = feed.next() {
///         if let event = replica.lobbyEvent(of: news) { … }
package struct LobbyFeed: Sendable {
    package enum News: Hashable, Sendable {
        case bucket(BucketEvent, in: LobbyBucket)
        /// A Match that was deleted here has changed before the hub received that.
        case overtaken(ObjectKey)
        /// All objects of the hub are here.
        case caughtUp
        case offline
    }

    private var news: [News] = []
    private var position = 0
    private var isCaughtUp = false
    /// The match of an earlier run, with moves that the hub may not have, until the lobby gets it.
    private var kept: ObjectKey?

    package init(keeping kept: ObjectKey? = nil) {
        self.kept = kept
    }

    /// Appends an event. Returns the edit that it calls for: a refused change is taken back before
    /// its turn.
    package mutating func append(_ event: BucketEvent, in bucket: LobbyBucket) -> BucketEdit? {
        switch event {
        // There are no unsaved edits of objects to hand in, and no histories.
        case .willChange, .pending, .version: return nil
        default: news.append(.bucket(event, in: bucket))
        }
        // The kept match may be the same as the hub's: then the hub has nothing to say about it.
        if bucket == .match, event == .willIndex, let key = kept.take() {
            news.append(.bucket(.inserted(key, .index), in: .match))
        }
        if case .error(.refused(let key, _, _)) = event { return .revert(key) }
        return nil
    }

    mutating func append(overtaken key: ObjectKey) {
        news.append(.overtaken(key))
    }

    package mutating func handle(_ status: ReplicaStatus) {
        switch status {
        case .synced where !isCaughtUp:
            isCaughtUp = true
            news.append(.caughtUp)
        case .connecting, .offline, .unauthorized:
            if isCaughtUp { news.append(.offline) }
            isCaughtUp = false
        // Single objects are read again now and then: then the missing ones are known.
        case .authorizing, .indexing, .synced: break
        }
    }

    /// Begins in another lobby.
    mutating func restart() {
        (isCaughtUp, kept) = (false, nil)
    }

    package mutating func next() -> News? {
        guard position < news.count else {
            // The room of an index is given back.
            if position > 0 { news.removeAll(keepingCapacity: position < 16) }
            position = 0
            return nil
        }
        position += 1
        return news[position - 1]
    }
}

extension Replica {
    /// Makes a replica of the lobby's buckets.
    package init(lobby settings: ReplicaSettings, token: Token, keptSeat: KeptSeat? = nil) {
        self.init(settings)
        for bucket in LobbyBucket.allCases {
            let stored = bucket == .match ? keptSeat?.stored : nil
            _ = handle(.open(bucket.name, .presence, stored ?? StoredReplica()), at: .start)
        }
        _ = handle(.signIn(token), at: .start)
    }

    /// Returns the event; nil for an object that is gone by now: then its deletion follows.
    ///
    /// Mutating, though it changes nothing, so that no copy of all objects is made for it.
    package mutating func lobbyEvent(of news: LobbyFeed.News) -> LobbyEvent? {
        switch news {
        case .bucket(let event, let bucket): lobbyEvent(of: event, in: bucket)
        case .overtaken(let key):
            confirmedObject(key, in: LobbyBucket.match.name).map { .overtaken(key, $0) }
        case .caughtUp: .caughtUp
        case .offline: .offline
        }
    }

    private func lobbyEvent(of event: BucketEvent, in bucket: LobbyBucket) -> LobbyEvent? {
        switch event {
        case .inserted(let key, let source):
            object(key, in: bucket.name).map { .inserted(bucket, key, $0, .init(source)) }
        case .updated(let key, let members, let source):
            object(key, in: bucket.name).map {
                .updated(bucket, key, $0, members: members, .init(source))
            }
        // The roster has only what other programs can see, too.
        case .acknowledged(let key, _) where bucket == .player:
            confirmedObject(key, in: bucket.name).map { .acknowledged(bucket, key, $0) }
        case .acknowledged(let key, _):
            object(key, in: bucket.name).map { .acknowledged(bucket, key, $0) }
        case .deleted(let key, _), .deleteAcknowledged(let key): .deleted(bucket, key)
        case .error(.refused(let key, let error, _)): refusal(of: key, in: bucket, error)
        case .willIndex: .willIndex(bucket)
        case .didIndex: .didIndex(bucket)
        case .away(let keys, let absence): .away(bucket, keys, absence)
        case .back(let keys): .back(bucket, keys)
        case .rules(let version): .rules(version)
        case .aged(let key, let since): .aged(bucket, key, since: since)
        case .willChange, .version, .pending, .error: nil
        }
    }

    private func refusal(
        of key: ObjectKey, in bucket: LobbyBucket, _ error: ChangeError
    ) -> LobbyEvent? {
        let object = object(key, in: bucket.name)
        // It was deleted here since, and the hub will confirm that.
        if object == nil, unsyncedKeys(in: bucket.name).contains(key) { return nil }
        return .refused(bucket, key, error, object)
    }
}

extension LobbyEvent.Source {
    fileprivate init(_ source: BucketEvent.Source) {
        self =
            switch source {
            case .remote: .remote
            case .index: .index
            }
    }
}

extension LobbyEdit {
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
    /// The access to the lobby of all programs that have no other.
    package static let lobby = Token.known(LobbyAccess.token)
}

extension ReplicaSettings {
    /// Returns the settings of a program in the lobby. Its client id is the key of its Player, too.
    package static func lobby(_ clientID: ClientID, run: RunID, seed: UInt64) -> ReplicaSettings {
        precondition(ObjectKey(clientID.text) != nil, "a client id in the lobby is a key, too")
        var settings = ReplicaSettings(
            app: .known(LobbyAccess.app), clientID: clientID, run: run, seed: seed)
        settings.extensions = [.away, .resume, .rules, .ages, .halls, .redial]
        settings.pace = .lively
        return settings
    }
}
