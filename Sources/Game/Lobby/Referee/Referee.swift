package import Game
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// Says whether a change is by the rules of the lobby, before a hub accepts it.
///
/// It has seen all that happened in the three buckets before, in the order in which it happened.
package struct Referee: Hashable, Sendable {
    /// What a program would like to do to an object.
    package enum Act: Hashable, Sendable {
        case insert(JSONObject)
        case change(from: JSONObject, to: JSONObject)
        case delete(JSONObject)
        /// All objects of a bucket at once.
        case deleteAll
    }

    /// Who would like to do it.
    package struct Author: Hashable, Sendable {
        /// The client id of the connection's channel.
        package let clientID: String
        /// Whose Player this connection itself has inserted; nil if none.
        package let player: PlayerID?
        /// Whether it is the door, which watches for many.
        package let isDoor: Bool
        /// How many objects of the bucket are the connection's own.
        package let belongings: Int
        /// Whether the object in question is among them.
        package let isOwner: Bool
        /// The account that the connection is signed in to.
        package let account: String?
        /// The account that owns the name that the author would like to have, or one like it.
        package let nameOwner: String?

        package init(
            clientID: String, player: PlayerID?, isDoor: Bool = false, belongings: Int = 0,
            isOwner: Bool = false, account: String? = nil, nameOwner: String? = nil
        ) {
            self.clientID = clientID
            self.player = player
            self.isDoor = isDoor
            self.belongings = belongings
            self.isOwner = isOwner
            self.account = account
            self.nameOwner = nameOwner
        }
    }

    /// No object of the lobby needs half of it, and all who are here are sent each.
    private static let largestObject = 2 << 10

    /// The version of the rules that it goes by.
    package static let rules = Player.rulesOfAsking

    package private(set) var lobbyState = LobbyState()
    private(set) var asks = AskBook()
    var attendance = Attendance()
    var clocks = MoveClocks()
    var phrases = PhraseBook()

    package init() {}

    /// Takes in what happened, by the hub's clock and by the machine's own.
    package mutating func observe(_ event: LobbyEvent, stamp: Stamp, at now: Instant) {
        let before = event.playerKey.flatMap { lobbyState.roster[$0] }
        for case .seated(let key) in lobbyState.fold(event, at: now) {
            asks.settle(lobbyState[key]?.players ?? [])
        }
        if let key = event.matchKey {
            clocks.follow(key, moment: lobbyState[key]?.record?.timedMoment, at: stamp)
            phrases.follow(key, lobbyState[key]?.record?.sayings, at: stamp)
        }
        guard let key = event.playerKey else { return }
        if let player = lobbyState.roster[key] {
            // What was asked before this log was opened has lapsed.
            if before != nil { asks.note(player, since: before, at: stamp) }
        } else if let before {
            asks.forget(before.id, at: stamp)
            attendance.forget(before.id)
        }
    }

    mutating func see(_ event: LobbyEvent, at now: Instant) {
        _ = lobbyState.fold(event, at: now)
    }

    /// Forgets what it has seen of a bucket, to be shown it anew.
    package mutating func forget(_ bucket: LobbyBucket, at now: Instant) {
        lobbyState.forget(bucket, at: now)
        guard bucket == .match else { return }
        clocks.forgetAll()
        phrases.forgetAll()
    }

    /// What is wrong about an act; nil if it may pass.
    package func foul(
        _ act: Act, on key: ObjectKey, in bucket: LobbyBucket, by author: Author, at stamp: Stamp
    ) -> Foul? {
        do throws(Foul) {
            guard (act.result?.utf8.count ?? 0) <= Self.largestObject else { throw .tooLarge }
            switch bucket {
            case .player: try checkPlayer(act, on: key, author, at: stamp)
            case .match: try checkMatch(act, on: key, author, at: stamp)
            case .watcher: try checkWatcher(act, on: key, author)
            }
            return nil
        } catch {
            return error
        }
    }
}

extension Referee {
    private func checkPlayer(
        _ act: Act, on key: ObjectKey, _ author: Author, at stamp: Stamp
    ) throws(Foul) {
        switch act {
        case .insert(let object):
            let player = try Player(checking: object, since: [:])
            guard player.id.isSpelled(author.clientID) else { throw .othersPlayer }
            guard author.belongings == 0, !lobbyState.roster.contains(player.id) else {
                throw .oneIsEnough
            }
            guard player.asks == nil, player.declines == nil else { throw .notFresh }
            try checkIdentity(of: player, since: nil, author)
            try checkPlayerKey(key, author)
            try checkReturn(of: player.id)
        case .change(let old, let new):
            guard author.isOwner else { throw .othersObject }
            let player = try Player(checking: new, since: old)
            guard old["playerID"] == new["playerID"] else { throw .otherID }
            let before = try? Player(old)
            try checkIdentity(of: player, since: before, author)
            if let ask = player.asks, before?.asks != ask {
                try check(ask, by: player.id, at: stamp)
            }
        case .delete:
            guard author.isOwner else { throw .othersObject }
        case .deleteAll: throw .everything
        }
    }

    private func checkWatcher(_ act: Act, on key: ObjectKey, _ author: Author) throws(Foul) {
        switch act {
        case .insert(let object):
            try Watcher.check(object, since: [:])
            guard author.isDoor || author.belongings == 0 else { throw .oneIsEnough }
            try checkKey(key, author)
            try checkCrowd(object, since: nil, author)
        case .change(let old, let new):
            guard author.isOwner else { throw .othersObject }
            try Watcher.check(new, since: old)
            try checkCrowd(new, since: old, author)
        case .delete:
            guard author.isOwner else { throw .othersObject }
        case .deleteAll: throw .everything
        }
    }

    /// A thousand may watch a match, but as few objects: all in the hall are sent each. Who is
    /// refused sees the match all the same.
    private func checkCrowd(
        _ object: JSONObject, since old: JSONObject?, _ author: Author
    ) throws(Foul) {
        guard !author.isDoor, let watcher = try? Watcher(object) else { return }
        guard watcher.count == 1 else { throw .noDoor }
        let match = old.flatMap { try? Watcher($0) }?.match
        guard
            match == watcher.match
                || lobbyState.watchers.count(watching: watcher.match) < Watcher.mostSingle
        else { throw .crowded }
    }

    /// A Player and its Watcher have their program's id for a key, by which others know what is
    /// whose. So no program may take the key of another one that is here or away.
    private func checkKey(_ key: ObjectKey, _ author: Author) throws(Foul) {
        let namesake = PlayerID(rawValue: key.text)
        guard !lobbyState.roster.contains(namesake) || namesake == author.player else {
            throw .othersKey
        }
    }

    /// Nor may a Player have a key that somebody may come back to whose time away has run out, and
    /// who would be refused then. Watchers may: a door keeps them for many.
    private func checkPlayerKey(_ key: ObjectKey, _ author: Author) throws(Foul) {
        try checkKey(key, author)
        guard !key.looksLikeID || PlayerID(rawValue: key.text).isSpelled(author.clientID) else {
            throw .othersKey
        }
    }

    /// A Match that was left behind is live again as soon as both its players are here. So who
    /// comes may have none with a player who sits elsewhere now, and would be torn away from there.
    private func checkReturn(of player: PlayerID) throws(Foul) {
        for match in lobbyState.ledger.matches(naming: player).compactMap({ lobbyState[$0] }) {
            let other = match.opponent(of: player)
            guard lobbyState.ledger.seat(of: other) == nil else { throw .seated(other) }
        }
    }
}

extension Referee.Act {
    /// What there is afterwards, if anything.
    fileprivate var result: JSONObject? {
        switch self {
        case .insert(let new), .change(_, let new): new
        case .delete, .deleteAll: nil
        }
    }
}
