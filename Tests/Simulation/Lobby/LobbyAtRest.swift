package import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire
package import Visit

/// A lobby in which nothing is under way and all lines stand, and what must be true of it.
///
/// Each check says what is wrong, in a sentence for each fault.
package struct LobbyAtRest {
    /// The lobby as somebody sees it who has just come.
    package private(set) var lobbyState = LobbyState()
    private let matches: [(key: ObjectKey, object: JSONObject)]
    private let clients: [LobbyClient]
    private let now: Instant

    /// `objects` are those of a bucket, what changed last first.
    package init(
        of clients: [LobbyClient], at now: Instant,
        objects: (LobbyBucket) -> [(key: ObjectKey, object: JSONObject)]
    ) {
        self.clients = clients
        self.now = now
        matches = objects(.match)
        for bucket in LobbyBucket.allCases {
            let found = objects(bucket).map {
                LobbyEvent.inserted(bucket, $0.key, $0.object, .index)
            }
            for event in [.willIndex(bucket)] + found + [.didIndex(bucket)] {
                _ = lobbyState.fold(event, at: now)
            }
        }
        _ = lobbyState.fold(.caughtUp, at: now)
    }

    package var faults: [String] { seats + clients.flatMap { views(of: $0) + leftovers(of: $0) } }

    /// Those of these people who want to be paired, and are not: of those who want the same clock,
    /// or none, the most.
    package func waiting(of ids: Set<PlayerID>) -> [PlayerID] {
        Self.waiting(of: ids, in: [self])
    }

    /// The same of several lobbies, whose people would come to each other: who waits for one clock
    /// in one of them does not wait for somebody without one in another.
    package static func waiting(of ids: Set<PlayerID>, in lobbies: [LobbyAtRest]) -> [PlayerID] {
        let waiting = lobbies.flatMap { lobby in
            lobby.lobbyState.roster.players.filter { player in
                player.mode.isLooking && ids.contains(player.id)
                    && lobby.lobbyState.ledger.seat(of: player.id) == nil
            }
        }
        let lines = ([nil] + MoveLimit.offered.map(Optional.some)).map { limit in
            waiting.filter { ($0.mode == .auto ? nil : $0.limit) == limit }.map(\.id)
        }
        return lines.max { $0.count < $1.count } ?? []
    }

    /// Nobody has two Matches, and none is left that is not live. Only the tutorial's program
    /// leaves one behind when it is alone in it.
    private var seats: [String] {
        var seated: Set<PlayerID> = []
        return matches.flatMap { key, object -> [String] in
            guard let match = try? LobbyMatch(key, object) else { return ["\(key) makes no sense"] }
            let standing = lobbyState.ledger.standing(of: key)
            if match.isPlain, standing != .live { return [] }
            let twice = match.players.filter { !seated.insert($0).inserted }
            return twice.map { "\($0) is seated twice" }
                + (standing == .live ? [] : ["\(key) is left over: \(standing as Any)"])
        }
    }

    /// Whoever has been here all the time says the same as who has just come.
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
        if client.own?.key != lobbyState.ledger.seat(of: client.me) {
            faults.append("\(client.me) does not sit where all others see it")
        }
        for key in matches.map(\.key)
        where client.lobbyState[key]?.record != lobbyState[key]?.record {
            faults.append("\(client.me) has another board of \(key)")
        }
        return faults
    }

    /// No challenge is open, and who wants to be here is.
    private func leftovers(of client: LobbyClient) -> [String] {
        var faults: [String] = []
        if client.challenge != nil { faults.append("\(client.me) has an open challenge") }
        if let asking = client.invitations.asking, asking.until < now {
            faults.append("\(client.me) still asks \(asking.opponent)")
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
