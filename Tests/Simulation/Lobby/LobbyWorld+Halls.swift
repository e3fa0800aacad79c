package import Game
internal import Host
internal import Lobby
internal import SimperiumWire
internal import Visit

/// What must be true of a lobby of many halls once nothing is under way and all lines stand.
extension LobbyWorld {
    /// Each hall for itself as if it were all of the lobby; and nobody is in two.
    package var hallFaults: [String] {
        let halls = server.halls.open
        var seen: [PlayerID: HallNumber] = [:]
        var faults = leftovers + trespasses + visitors.flatMap(\.outrages)
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

    /// Those in all halls who are on a line and wait to be paired: of those who are for each other,
    /// the most.
    package var waitingInHalls: [PlayerID] {
        let online = Set(visitors.filter(\.isOnline).compactMap { $0.visit?.me })
        return LobbyAtRest.waiting(of: online, in: server.halls.open.map(atRest))
    }

    /// How often somebody has come to another hall than the one before.
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
