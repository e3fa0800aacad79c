internal import Game
internal import Lobby
internal import SimperiumSync
internal import SimperiumWire
internal import Visit

/// The invariants once no work is pending and all connections are open.
extension LobbyWorld {
    package var faults: [String] {
        atRest.faults + leftovers + foreignEdits + visitors.flatMap(\.consentFaults)
    }

    package var atRest: LobbyAtRest {
        LobbyAtRest(of: visitors.compactMap(\.visit), at: now) { bucket in
            server.objects(in: bucket).reversed().map { ($0, $1) }
        }
    }

    /// The number of connected players who wait to be paired.
    package var waitingCount: Int { waiting.count }

    /// True if two players wait who need not be kept apart.
    package var hasIdlers: Bool {
        let pairing = visitors.compactMap(\.visit).first { waiting.contains($0.me) }?.lobbyState
            .pairing
        return hasPair(among: waiting) { pairing?.keepsApart($0, $1, at: now) == false }
    }

    /// True if two players wait and neither passes over the other.
    package var hasPatientPair: Bool {
        hasPair(among: waiting) { _, _ in true } || hasPair(among: wishing) { _, _ in true }
    }

    /// True if two players wait, with any clocks.
    package var hasWishers: Bool { wishing.count > 1 }

    private func hasPair(
        among waiting: [PlayerID], _ isMeant: (PlayerID, PlayerID) -> Bool
    ) -> Bool {
        waiting.contains { one in
            waiting.contains { other in
                one != other && isMeant(one, other) && !isPassedOver(one, by: other)
                    && !isPassedOver(other, by: one)
            }
        }
    }

    private func isPassedOver(_ id: PlayerID, by other: PlayerID) -> Bool {
        visitors.contains { visitor in
            visitor.visit?.me == other && visitor.visit?.isExcludedFromPairing(id, at: now) == true
        }
    }

    private var waiting: [PlayerID] { atRest.waiting(of: online) }
    private var wishing: [PlayerID] { atRest.wishing(of: online) }
    private var online: Set<PlayerID> {
        Set(visitors.filter(\.isOnline).compactMap { $0.visit?.me })
    }

    /// No edit waits to be sent, and no player was notified of an act that an honest program never
    /// does.
    var leftovers: [String] {
        visitors.flatMap { visitor -> [String] in
            guard let visit = visitor.visit else { return [] }
            let (me, sums) = (visit.me, visit.statistics)
            var faults = visitor.notices.filter(\.isAccusation).map { "\(me) was told: \($0)" }
            if visit.status != .synced { faults.append("\(me) is \(visit.status)") }
            if sums.unsentOrUnacknowledged > 0 { faults.append("\(me) has unsent edits") }
            return faults
        }
    }

    /// No honest program changes another client's object, even one of an earlier run. Only an act
    /// that has begun may lose its right: a move after a connection was broken for too long is
    /// refused, because its author has left the match.
    var foreignEdits: [String] {
        server.refusals.filter { $0.hasPrefix("401 others") }.map {
            "somebody got \($0)"
        }
    }
}

extension Notice {
    /// True if it accuses another program of an act that an honest one never does.
    fileprivate var isAccusation: Bool {
        switch self {
        case .doubtful, .flawed: true
        default: false
        }
    }
}
