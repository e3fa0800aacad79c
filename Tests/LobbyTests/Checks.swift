import Game
import Lobby
import SimperiumClock
import Simulation
import Visit

/// What must be true of a world in which nothing is on any line and all lines stand.
extension World {
    var faults: [String] { atRest.faults + faultsOfOrder + leftovers }

    private var atRest: LobbyAtRest {
        LobbyAtRest(of: living.compactMap(\.client), at: now) { hub.index(of: $0) }
    }

    private var living: [Program] { programs.filter { !$0.isGone } }

    /// Whoever has been told of every change sees the others in the same line as who has just come.
    /// Of one's own place `Roster` tells why it may be another.
    private var faultsOfOrder: [String] {
        let players = atRest.lobbyState.roster.players
        return living.filter { !$0.hasForgotten }.compactMap(\.client).compactMap { client in
            let seen = client.lobbyState.roster.players.filter { $0.id != client.me }
            let others = players.filter { $0.id != client.me }
            guard seen != others else { return nil }
            let (seenIDs, ids) = (seen.map(\.id.rawValue), others.map(\.id.rawValue))
            return "\(client.me) sees another order: \(seenIDs) for \(ids)"
        }
    }

    /// Nothing waits to be sent, and no client has done what it should not.
    private var leftovers: [String] {
        living.filter { $0.client != nil }.flatMap { program in
            program.blunders
                + (program.replica.pending.isEmpty ? [] : ["\(program.id) has unsent changes"])
        }
    }

    /// Nobody who lives waits while another does: to be asked after two quiet seconds.
    var vainWaiting: [String] {
        // The tutorial's program waits for good if it has been challenged by somebody else before.
        let ids = living.filter { $0.tutorial?.match == nil }.map(\.id)
        let lobbyState = atRest.lobbyState
        let clients = living.compactMap(\.client)
        return [atRest.waiting(of: Set(ids)), atRest.wishing(of: Set(ids))].flatMap { all in
            let waiting = all.filter { id in
                // Who is passed over by all others who wait, or passes them over, waits for others.
                all.contains { other in
                    other != id && !clients.areKeptApart(id, other, at: now)
                }
            }
            // Of two tutorials each waits for the other to be launched.
            let isOneOfUs = waiting.contains { lobbyState.roster[$0]?.isPassive == false }
            return waiting.count > 1 && isOneOfUs ? ["\(waiting) wait for one another"] : []
        }
    }
}

extension [LobbyClient] {
    /// Whether one of two passes the other over.
    fileprivate func areKeptApart(_ one: PlayerID, _ other: PlayerID, at now: Instant) -> Bool {
        contains { client in
            client.me == one && client.passesOver(other, at: now)
                || client.me == other && client.passesOver(one, at: now)
        }
    }
}
