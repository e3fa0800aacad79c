package import Game
internal import GameHost
internal import Host
internal import Lobby
internal import SimperiumWire
internal import Visit

/// The invariants of a lobby of many halls once no work is pending and all connections are open.
extension LobbyWorld {
    /// Each hall satisfies the lobby's invariants, and no player is in two.
    package var hallFaults: [String] {
        let halls = server.halls.open
        var seen: [PlayerID: HallNumber] = [:]
        var faults = leftovers + foreignEdits + visitors.flatMap(\.consentFaults)
        for hall in halls {
            let rest = atRest(in: hall)
            faults += rest.faults.map { "hall \(hall): \($0)" }
            for player in rest.lobbyState.roster.players {
                if let other = seen[player.id] {
                    faults.append("\(player.id) is in halls \(other) and \(hall)")
                }
                seen[player.id] = hall
            }
        }
        for visitor in visitors {
            guard let visit = visitor.visit, visit.halls.isSeeking else { continue }
            faults.append("\(visit.me) is still on the way")
        }
        return faults
    }

    /// The connected players in all halls who wait to be paired with each other: the largest such
    /// group.
    package var waitingInHalls: [PlayerID] {
        let online = Set(visitors.filter(\.isOnline).compactMap { $0.visit?.me })
        return LobbyAtRest.waiting(of: online, in: server.halls.open.map(atRest))
    }

    /// The number of times that a player has moved to another hall.
    package var moves: Int { visitors.map(\.moves).reduce(0, +) }

    private func atRest(in hall: HallNumber) -> LobbyAtRest {
        let clients = visitors.compactMap(\.visit).filter { $0.halls.hall == hall }
        return LobbyAtRest(of: clients, at: now) { bucket in
            server.objects(in: bucket, of: hall).reversed().map { key, object in
                (key, object)
            }
        }
    }
}
