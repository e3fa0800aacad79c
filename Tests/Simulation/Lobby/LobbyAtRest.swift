package import Game
package import Lobby
package import SimperiumClock
package import SimperiumJSON

/// A lobby in which nothing is under way and all lines stand, and what must be true of it.
///
/// Each check says what is wrong, in a sentence for each fault.
package struct LobbyAtRest {
    /// The lobby as somebody sees it who has just come.
    package private(set) var hall = Hall()
    private let matches: [(key: LobbyKey, object: JSONObject)]
    private let desks: [Desk]

    /// `objects` are those of a bucket, what changed last first.
    package init(
        of desks: [Desk], at now: Instant,
        objects: (LobbyBucket) -> [(key: LobbyKey, object: JSONObject)]
    ) {
        self.desks = desks
        matches = objects(.match)
        for bucket in LobbyBucket.allCases {
            let found = objects(bucket).map {
                LobbyEvent.inserted(bucket, $0.key, $0.object, .index)
            }
            for event in [.willIndex(bucket)] + found + [.didIndex(bucket)] {
                _ = hall.fold(event, at: now)
            }
        }
        _ = hall.fold(.caughtUp, at: now)
    }

    package var faults: [String] { seats + desks.flatMap { views(of: $0) + leftovers(of: $0) } }

    /// Those of these people who want to be paired, and are not.
    package func waiting(of ids: Set<PlayerID>) -> [PlayerID] {
        hall.roster.players.filter { player in
            player.mode == .auto && ids.contains(player.id)
                && hall.ledger.seat(of: player.id) == nil
        }.map(\.id)
    }

    /// Nobody has two Matches, and none is left that is not live. Only the tutorial's program
    /// leaves one behind when it is alone in it.
    private var seats: [String] {
        var seated: Set<PlayerID> = []
        return matches.flatMap { key, object -> [String] in
            guard let match = try? MatchObject(object) else { return ["\(key) makes no sense"] }
            let standing = hall.ledger.standing(of: key)
            if match.isPlain, standing != .live { return [] }
            let twice = match.players.filter { !seated.insert($0).inserted }
            return twice.map { "\($0) is seated twice" }
                + (standing == .live ? [] : ["\(key) is left over: \(standing as Any)"])
        }
    }

    /// Whoever has been here all the time says the same as who has just come.
    private func views(of desk: Desk) -> [String] {
        var faults: [String] = []
        if Set(desk.hall.ledger.live) != Set(hall.ledger.live) {
            faults.append("\(desk.me) sees \(desk.hall.ledger.live), not \(hall.ledger.live)")
        }
        if Set(desk.hall.roster.players) != Set(hall.roster.players) {
            faults.append("\(desk.me) sees others in the roster")
        }
        if desk.hall.census != hall.census { faults.append("\(desk.me) counts otherwise") }
        if desk.match?.key != hall.ledger.seat(of: desk.me) {
            faults.append("\(desk.me) does not sit where all others see it")
        }
        for key in matches.map(\.key) {
            let sheet = hall[key]?.sheet
            let isPlayed = desk.match?.key != key || desk.match?.sheet == sheet
            if !isPlayed || desk.hall[key]?.sheet != sheet {
                faults.append("\(desk.me) has another board of \(key)")
            }
        }
        return faults
    }

    /// No challenge is open, and who wants to be here is.
    private func leftovers(of desk: Desk) -> [String] {
        var faults: [String] = []
        if desk.challenge != nil { faults.append("\(desk.me) has an open challenge") }
        if (desk.player != nil) != desk.hall.roster.contains(desk.me) {
            faults.append("\(desk.me) is here against its will, or not")
        }
        return faults
    }
}
