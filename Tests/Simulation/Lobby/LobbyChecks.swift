internal import Game
internal import Lobby
internal import SimperiumSync
internal import SimperiumWire
internal import Visit

/// What must be true once nothing is under way and all lines stand.
extension LobbyWorld {
    package var faults: [String] {
        atRest.faults + leftovers + trespasses + visitors.flatMap(\.outrages)
            + (nodes?.misdeeds ?? [])
    }

    package var atRest: LobbyAtRest {
        LobbyAtRest(of: visitors.compactMap(\.visit), at: now) { bucket in
            (nodes?.objects(in: bucket) ?? server.objects(in: bucket)).reversed().map {
                key, object in
                (key, object)
            }
        }
    }

    /// Those who are still here though no program of theirs runs, which nobody may wait for.
    package var gone: [String] {
        let here = Set(visitors.compactMap { $0.visit?.me })
        return atRest.lobbyState.roster.players.filter { !here.contains($0.id) }.map {
            "\($0.id) is gone, and still here"
        }
    }

    /// How many of those who are on a line wait to be paired.
    package var waitingCount: Int { waiting.count }

    /// Whether two wait who need not be kept apart.
    package var hasIdlers: Bool {
        let pairing = visitors.compactMap(\.visit).first { waiting.contains($0.me) }?.lobbyState
            .pairing
        return hasPair { pairing?.keepsApart($0, $1, at: now) == false }
    }

    /// Whether two wait of whom neither leaves the other out.
    package var hasPatientPair: Bool { hasPair { _, _ in true } }

    private func hasPair(_ isMeant: (PlayerID, PlayerID) -> Bool) -> Bool {
        waiting.contains { one in
            waiting.contains { other in
                one != other && isMeant(one, other) && !isPassedOver(one, by: other)
                    && !isPassedOver(other, by: one)
            }
        }
    }

    private func isPassedOver(_ id: PlayerID, by other: PlayerID) -> Bool {
        visitors.contains { visitor in
            visitor.visit?.me == other && visitor.visit?.passesOver(id, at: now) == true
        }
    }

    private var waiting: [PlayerID] {
        atRest.waiting(of: Set(visitors.filter(\.isOnline).compactMap { $0.visit?.me }))
    }

    /// Nothing waits to be sent, and nobody has been told that another did what no honest one does.
    var leftovers: [String] {
        visitors.flatMap { visitor -> [String] in
            guard let visit = visitor.visit else { return [] }
            let (me, sums) = (visit.me, visit.statistics)
            var faults = visitor.notices.filter(\.isAccusation).map { "\(me) was told: \($0)" }
            if visit.status != .synced { faults.append("\(me) is \(visit.status)") }
            if sums.unsent + sums.unacknowledged > 0 { faults.append("\(me) has unsent edits") }
            return faults
        }
    }

    /// No honest program ever lays hands on what is somebody else's, even an earlier run's. Only
    /// what it has begun may turn out not to be its own any more: a move that comes over a line
    /// which was broken for too long is refused, because the author is not in the match.
    var trespasses: [String] {
        (nodes?.refusals ?? server.refusals).filter { $0.hasPrefix("401 others") }.map {
            "somebody got \($0)"
        }
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
