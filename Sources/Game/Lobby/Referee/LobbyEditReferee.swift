package import Game
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// The referee of the lobby. It judges changes by the lobby's rules. A hub asks the referee before
/// it accepts a change.
///
/// Call `observe` with each event of the three buckets, in order, before `foul` judges the next
/// change. `HallValidator` makes both calls for a hub.
package struct LobbyEditReferee: Hashable, Sendable {
    package struct ChangeAuthor: Hashable, Sendable {
        /// The client id of the channel that sent the change.
        package let clientID: String
        /// The player whose Player this connection has inserted; nil if there is none, or if the
        /// channel has another client id.
        package let player: PlayerID?
        /// True if the author is a door, which may watch matches for many guests.
        package let isDoor: Bool
        /// The number of the bucket's objects that the connection owns.
        package let ownedObjects: Int
        package let isOwner: Bool
        /// The account that the connection is signed in to; nil if there is none.
        package let account: String?
        /// The account that owns the author's wanted name, or a name that looks like it; nil if
        /// there is none.
        package let nameOwner: String?

        package init(
            clientID: String, player: PlayerID?, isDoor: Bool = false, ownedObjects: Int = 0,
            isOwner: Bool = false, account: String? = nil, nameOwner: String? = nil
        ) {
            self.clientID = clientID
            self.player = player
            self.isDoor = isDoor
            self.ownedObjects = ownedObjects
            self.isOwner = isOwner
            self.account = account
            self.nameOwner = nameOwner
        }
    }

    /// The maximum size of an object in bytes. No object of the lobby needs half of this size, and
    /// each is sent to all players.
    private static let largestObject = 2 << 10

    package static let rules = Player.rulesOfWishes

    package private(set) var lobbyState = LobbyState()
    private(set) var invitations = InvitationHistory()
    var absenceTracker = PlayerAbsenceTracker()
    var clocks = MoveClocks()
    var phrases = PhraseTimes()

    package init() {}

    /// Applies an event. `stamp` is the hub's time, and `now` is the machine's time.
    package mutating func observe(_ event: LobbyBucketEvent, stamp: ServerTime, at now: Instant) {
        let before = event.playerKey.flatMap { lobbyState.roster[$0] }
        for case .seated(let key) in lobbyState.fold(event, at: now) {
            invitations.closeInvitationsOfSeated(lobbyState[key]?.players ?? [])
        }
        if let key = event.matchKey {
            clocks.restartClockIfMoved(key, moment: lobbyState[key]?.record?.timedMoment, at: stamp)
            phrases.recordPhrases(key, lobbyState[key]?.record?.lastPhrases, at: stamp)
        }
        guard let key = event.playerKey else { return }
        if let player = lobbyState.roster[key] {
            // Invitations from before this log was opened have expired.
            if before != nil {
                invitations.recordInvitationAndDecline(player, since: before, at: stamp)
            }
        } else if let before {
            invitations.forgetInvitationKeepingPauses(before.id, at: stamp)
            absenceTracker.forget(before.id)
        }
    }

    mutating func applyToState(_ event: LobbyBucketEvent, at now: Instant) {
        _ = lobbyState.fold(event, at: now)
    }

    /// Forgets all objects of a bucket, before it is loaded again.
    package mutating func forget(_ bucket: LobbyBucket, at now: Instant) {
        lobbyState.forget(bucket, at: now)
        switch bucket {
        // The hub does not report a player's return before the bucket has been loaded.
        case .player: absenceTracker.forgetAbsences()
        case .match:
            clocks.forgetAll()
            phrases.forgetAll()
        case .watcher: break
        }
    }

    /// Returns the foul in an edit; nil if the edit is allowed.
    package func foul(
        _ edit: ProposedEdit, on key: ObjectKey, in bucket: LobbyBucket, by author: ChangeAuthor,
        at stamp: ServerTime
    ) -> Foul? {
        do throws(Foul) {
            guard (edit.result?.utf8.count ?? 0) <= Self.largestObject else { throw .tooLarge }
            switch bucket {
            case .player: try checkPlayer(edit, on: key, author, at: stamp)
            case .match: try checkMatch(edit, on: key, author, at: stamp)
            case .watcher: try checkWatcher(edit, on: key, author)
            }
            return nil
        } catch {
            return error
        }
    }
}

extension LobbyEditReferee {
    private func checkPlayer(
        _ edit: ProposedEdit, on key: ObjectKey, _ author: ChangeAuthor, at stamp: ServerTime
    ) throws(Foul) {
        switch edit {
        case .insert(let object):
            let player = try Player(checking: object, since: [:])
            guard player.id.hasSameBytes(as: author.clientID) else { throw .othersPlayer }
            guard author.ownedObjects == 0, !lobbyState.roster.contains(player.id) else {
                throw .oneIsEnough
            }
            guard player.asks == nil, player.declines == nil else { throw .notFresh }
            try checkIdentity(of: player, since: nil, author)
            try checkPlayerKey(key, author)
            try checkOldOpponentsAreUnseated(of: player.id)
        case .change(let old, let new):
            guard author.isOwner else { throw .othersObject }
            let player = try Player(checking: new, since: old)
            guard old["playerID"] == new["playerID"] else { throw .otherID }
            let before = try? Player(old)
            try checkIdentity(of: player, since: before, author)
            if let ask = player.asks, before?.asks != ask {
                try checkInvitation(ask, by: player.id, at: stamp)
            }
        case .delete:
            guard author.isOwner else { throw .othersObject }
        case .deleteAll: throw .everything
        }
    }

    private func checkWatcher(
        _ edit: ProposedEdit, on key: ObjectKey, _ author: ChangeAuthor
    ) throws(Foul) {
        switch edit {
        case .insert(let object):
            try Watcher.check(object, since: [:])
            guard author.isDoor || author.ownedObjects == 0 else { throw .oneIsEnough }
            try checkKeyIsNotOthers(key, author)
            try checkWatcherLimits(object, since: nil, author)
        case .change(let old, let new):
            guard author.isOwner else { throw .othersObject }
            try Watcher.check(new, since: old)
            try checkWatcherLimits(new, since: old, author)
        case .delete:
            guard author.isOwner else { throw .othersObject }
        case .deleteAll: throw .everything
        }
    }

    /// Checks that a Watcher is allowed. A match may have a thousand spectators, but not as many
    /// objects, because each is sent to all players. A refused client can still watch.
    private func checkWatcherLimits(
        _ object: JSONObject, since old: JSONObject?, _ author: ChangeAuthor
    ) throws(Foul) {
        guard !author.isDoor, let watcher = try? Watcher(object) else { return }
        guard watcher.count == 1 else { throw .noDoor }
        let match = old.flatMap { try? Watcher($0) }?.match
        guard
            match == watcher.match
                || lobbyState.watchers.count(watching: watcher.match) < Watcher.mostSingle
        else { throw .crowded }
    }

    /// Checks that the key of a Player or Watcher is not the id of another player in the lobby,
    /// present or away. Programs use their ids as keys, so that other programs can find the owner
    /// of each object.
    private func checkKeyIsNotOthers(_ key: ObjectKey, _ author: ChangeAuthor) throws(Foul) {
        let namesake = PlayerID(rawValue: key.text)
        guard !lobbyState.roster.contains(namesake) || namesake == author.player else {
            throw .othersKey
        }
    }

    /// Checks that a Player's key does not look like the id of another client. That client may
    /// return later, and would be refused. Watchers may have such a key, because a door writes them
    /// for many guests.
    private func checkPlayerKey(_ key: ObjectKey, _ author: ChangeAuthor) throws(Foul) {
        try checkKeyIsNotOthers(key, author)
        guard !key.looksLikeID || PlayerID(rawValue: key.text).hasSameBytes(as: author.clientID)
        else { throw .othersKey }
    }

    /// Checks that a new player has no old Match with a player who is seated in another Match now.
    /// The old Match would become live again, and would unseat the other player.
    private func checkOldOpponentsAreUnseated(of player: PlayerID) throws(Foul) {
        for match in lobbyState.ledger.matches(naming: player).compactMap({ lobbyState[$0] }) {
            let other = match.opponent(of: player)
            guard lobbyState.ledger.seatedMatch(of: other) == nil else { throw .seated(other) }
        }
    }
}

/// A change of a whole object that a referee judges: of the lobby, or of correspondence games.
package enum ProposedEdit: Hashable, Sendable {
    case insert(JSONObject)
    case change(from: JSONObject, to: JSONObject)
    case delete(JSONObject)
    case deleteAll
}

extension ProposedEdit {
    /// The object after the edit; nil if it is removed.
    fileprivate var result: JSONObject? {
        switch self {
        case .insert(let new), .change(_, let new): new
        case .delete, .deleteAll: nil
        }
    }
}
