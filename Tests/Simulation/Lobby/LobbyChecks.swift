internal import Clockwork
package import Game
internal import JSONDiff
package import Lobby
internal import Play
internal import Simperium
internal import SyncClient

/// What must be true of a lobby in which nothing is under way and all lines stand. Each check says
/// what is wrong, in a sentence for each fault.
extension LobbyWorld {
    package var faults: [String] {
        let hall = lateComer
        return faultsOfSeats(in: hall) + faultsOfViews(hall) + faultsOfBoards + leftovers
            + trespasses
    }

    /// The lobby as somebody sees it who has just come.
    package var lateComer: Hall {
        var hall = Hall()
        _ = hall.fold(.caughtUp, at: now)
        for bucket in LobbyBucket.allCases {
            for (key, object) in server.objects(in: bucket) {
                let place = LobbyKey(rawValue: key.text)
                _ = hall.fold(.inserted(bucket, place, object, .remote), at: now)
            }
        }
        return hall
    }

    /// Nobody has two Matches, and none is left that is not live.
    private func faultsOfSeats(in hall: Hall) -> [String] {
        var seated: Set<PlayerID> = []
        return server.objects(in: .match).flatMap { key, object -> [String] in
            guard let match = try? MatchObject(object) else { return ["\(key) makes no sense"] }
            let standing = hall.ledger.standing(of: LobbyKey(rawValue: key.text))
            let twice = match.players.filter { !seated.insert($0).inserted }
            return twice.map { "\($0) is seated twice" }
                + (standing == .live
                    ? [] : ["\(key) is left over: \(String(describing: standing))"])
        }
    }

    /// Whoever has been here all the time says the same as who has just come.
    private func faultsOfViews(_ late: Hall) -> [String] {
        let (live, players, census) = (
            Set(late.ledger.live), Set(late.roster.players), late.census
        )
        return desks.flatMap { desk -> [String] in
            var faults: [String] = []
            if Set(desk.hall.ledger.live) != live {
                faults.append("\(desk.me) sees \(desk.hall.ledger.live), not \(late.ledger.live)")
            }
            if Set(desk.hall.roster.players) != players {
                faults.append("\(desk.me) sees others in the roster")
            }
            if desk.hall.census != census { faults.append("\(desk.me) counts otherwise") }
            if desk.match?.key != late.ledger.seat(of: desk.me) {
                faults.append("\(desk.me) does not sit where all others see it")
            }
            return faults
        }
    }

    /// Each board that anybody sees is the server's.
    private var faultsOfBoards: [String] {
        let stored = server.objects(in: .match).map { key, object in
            (LobbyKey(rawValue: key.text), try? MatchObject(object).sheet.get())
        }
        return desks.flatMap { desk -> [String] in
            stored.compactMap { place, sheet -> String? in
                let isShown = desk.hall[place]?.sheet == sheet
                let isPlayed = desk.match?.key != place || desk.match?.sheet == sheet
                return isShown && isPlayed ? nil : "\(desk.me) has another board of \(place)"
            } + (desk.match?.doubt == nil ? [] : ["\(desk.me) doubts its board"])
        }
    }

    /// Nothing waits to be sent, no challenge is open, and who wants to be here is.
    private var leftovers: [String] {
        visitors.flatMap { visitor -> [String] in
            guard let visit = visitor.visit else { return [] }
            let (desk, sums) = (visit.desk, visit.statistics)
            var faults: [String] = []
            if visit.status != .synced { faults.append("\(desk.me) is \(visit.status)") }
            if sums.unsent + sums.unacknowledged > 0 {
                faults.append("\(desk.me) has unsent edits")
            }
            if desk.challenge != nil { faults.append("\(desk.me) has an open challenge") }
            if (desk.player != nil) != desk.hall.roster.contains(desk.me) {
                faults.append("\(desk.me) is here against its will, or not")
            }
            for notice in visitor.notices where notice.isAccusation {
                faults.append("\(desk.me) was told: \(notice)")
            }
            return faults
        }
    }

    /// No honest program ever lays hands on what is somebody else's, even an earlier run's. Only
    /// what it has begun may turn out not to be its own any more: a move that comes over a line
    /// which was broken for too long is refused, because the author is not in the match.
    private var trespasses: [String] {
        server.refusals.filter { $0.hasPrefix("401 others") }.map { "somebody got \($0)" }
    }

    private var desks: [Desk] { visitors.compactMap(\.desk) }

    /// Those who wait to be paired, as the server sees it.
    package var waiting: Set<PlayerID> {
        let hall = lateComer
        let online = Set(visitors.filter(\.isOnline).compactMap { $0.desk?.me })
        return Set(
            hall.people.lazy.filter { $0.pastime == .waiting && online.contains($0.id) }.map(\.id))
    }
}

extension Notice {
    /// Whether it says that another program has done what no honest one does.
    fileprivate var isAccusation: Bool {
        switch self {
        case .doubtful, .flawed: true
        default: false
        }
    }
}
