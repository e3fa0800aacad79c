package import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire
package import Visit

/// A lobby without pending work and with all connections open, and the checks of its invariants.
///
/// Each check returns a sentence for each fault.
package struct LobbyAtRest {
    /// The lobby as a new client sees it.
    package private(set) var lobbyState = LobbyState()
    private let matches: [(key: ObjectKey, object: JSONObject)]
    private let clients: [LobbyClient]
    private let now: Instant

    /// `objects` returns those of a bucket, the last changed first.
    package init(
        of clients: [LobbyClient], at now: Instant,
        objects: (LobbyBucket) -> [(key: ObjectKey, object: JSONObject)]
    ) {
        self.clients = clients
        self.now = now
        matches = objects(.match)
        for bucket in LobbyBucket.allCases {
            let found = objects(bucket).map {
                LobbyBucketEvent.inserted(bucket, $0.key, $0.object, .index)
            }
            for event in [.willIndex(bucket)] + found + [.didIndex(bucket)] {
                _ = lobbyState.fold(event, at: now)
            }
        }
        _ = lobbyState.fold(.caughtUp, at: now)
    }

    package var faults: [String] { seats + clients.flatMap { views(of: $0) + leftovers(of: $0) } }

    /// Returns the players among these who want to be paired and are not, without idle ones.
    /// Players who want different clocks are counted separately, and the largest group is returned.
    package func waiting(of ids: Set<PlayerID>) -> [PlayerID] {
        Self.waiting(of: ids, in: [self])
    }

    /// The same for several lobbies whose players move to each other. A player who waits for a
    /// clock does not wait for one without a clock elsewhere.
    package static func waiting(of ids: Set<PlayerID>, in lobbies: [LobbyAtRest]) -> [PlayerID] {
        let waiting = lobbies.flatMap { $0.looking(of: ids) }
        let lines = ([nil] + MoveTimeLimit.offered.map(Optional.some)).map { limit in
            waiting.filter { ($0.mode == .auto ? nil : $0.limit) == limit }.map(\.id)
        }
        return lines.max { $0.count < $1.count } ?? []
    }

    /// Returns the players among these who are not paired, and whose programs know wishes: after
    /// seven seconds, two of them are, with any clocks.
    package func wishing(of ids: Set<PlayerID>) -> [PlayerID] {
        looking(of: ids).filter(\.knowsWishes).map(\.id)
    }

    private func looking(of ids: Set<PlayerID>) -> [Player] {
        lobbyState.roster.players.filter { player in
            player.mode.isLooking && player.idle == nil && ids.contains(player.id)
                && lobbyState.ledger.seatedMatch(of: player.id) == nil
        }
    }

    /// No player has two Matches, and all Matches are live. Only the tutorial's program leaves one
    /// behind when it is alone.
    private var seats: [String] {
        var seated: Set<PlayerID> = []
        return matches.flatMap { key, object -> [String] in
            guard let match = try? LobbyMatch(key, object) else { return ["\(key) makes no sense"] }
            let standing = lobbyState.ledger.seatValidity(of: key)
            if match.isPlain, standing != .live { return [] }
            let twice = match.players.filter { !seated.insert($0).inserted }
            return twice.map { "\($0) is seated twice" }
                + (standing == .live ? [] : ["\(key) is left over: \(standing as Any)"])
        }
    }

    /// A client that was there all the time sees the same as a new one.
    private func views(of client: LobbyClient) -> [String] {
        var faults: [String] = []
        if Set(client.lobbyState.ledger.live) != Set(lobbyState.ledger.live) {
            faults.append(
                "\(client.me) sees \(client.lobbyState.ledger.live), "
                    + "not \(lobbyState.ledger.live)"
            )
        }
        if Set(client.lobbyState.roster.players) != Set(lobbyState.roster.players) {
            let seen = Set(client.lobbyState.roster.players)
            let others = seen.symmetricDifference(lobbyState.roster.players)
            faults.append("\(client.me) sees others in the roster: \(others)")
        }
        if client.lobbyState.census != lobbyState.census {
            faults.append("\(client.me) counts otherwise")
        }
        if client.own?.key != lobbyState.ledger.seatedMatch(of: client.me) {
            faults.append("\(client.me) does not sit where all others see it")
        }
        for key in matches.map(\.key)
        where client.lobbyState[key]?.record != lobbyState[key]?.record {
            faults.append("\(client.me) has another board of \(key)")
        }
        return faults
    }

    /// No challenge is open, and every client that wants to be in the lobby is in it.
    private func leftovers(of client: LobbyClient) -> [String] {
        var faults: [String] = []
        if client.challenge != nil { faults.append("\(client.me) has an open challenge") }
        if let asking = client.invitations.asking, asking.until < now {
            faults.append("\(client.me) still asks \(asking.opponent)")
        }
        if let call = client.wakeCall, call.until < now {
            faults.append("\(client.me) still has a wake call by \(call.from)")
        }
        if let next = client.invitations.next, next.until < now {
            faults.append("\(client.me) is still asked by \(next.from)")
        }
        if (client.player != nil) != client.lobbyState.roster.contains(client.me) {
            faults.append("\(client.me) is here against its will, or not")
        }
        return faults
    }
}
