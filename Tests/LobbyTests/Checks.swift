import Game
import Lobby
import SimperiumClock
import Simulation
import Visit

/// The checks of a world with no message under way and all connections up.
extension ModelWorld {
    var faults: [String] { atRest.faults + faultsOfOrder + leftovers }

    private var atRest: LobbyAtRest {
        LobbyAtRest(of: living.compactMap(\.client), at: now) { hub.index(of: $0) }
    }

    private var living: [LobbyProgram] { programs.filter { !$0.isGone } }

    /// Programs that have received every change see the others in the order of a newcomer. A
    /// program's own place may differ, for the reason in `Roster`.
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

    /// Messages that wait to be sent, and faults of the clients.
    private var leftovers: [String] {
        living.filter { $0.client != nil }.flatMap { program in
            program.blunders
                + (program.replica.pending.isEmpty ? [] : ["\(program.id) has unsent changes"])
        }
    }

    /// Players who wait for an opponent while another one waits, too. Called after two quiet
    /// seconds.
    var vainWaiting: [String] {
        // The tutorial's program waits for ever if another player has challenged it before.
        let ids = living.filter { $0.tutorial?.match == nil }.map(\.id)
        let lobbyState = atRest.lobbyState
        let clients = living.compactMap(\.client)
        return [atRest.waiting(of: Set(ids)), atRest.wishing(of: Set(ids))].flatMap { all in
            let waiting = all.filter { id in
                // A player whom all waiting players pass over, or who passes them over, waits for
                // others.
                all.contains { other in
                    other != id && !clients.areKeptApart(id, other, at: now)
                }
            }
            // Two programs of the tutorial wait for each other to be launched.
            let isOneOfUs = waiting.contains { lobbyState.roster[$0]?.isPassive == false }
            return waiting.count > 1 && isOneOfUs ? ["\(waiting) wait for one another"] : []
        }
    }
}

extension [LobbyClient] {
    /// True if one of the two passes the other over.
    fileprivate func areKeptApart(_ one: PlayerID, _ other: PlayerID, at now: Instant) -> Bool {
        contains { client in
            client.me == one && client.isExcludedFromPairing(other, at: now)
                || client.me == other && client.isExcludedFromPairing(one, at: now)
        }
    }
}
