package import Game

extension LobbyState {
    /// Those who look for anybody, where this is the state of one hall of several. Who asks or is
    /// asked stays where they are, and so does who can't do otherwise.
    package func waiters(
        in hall: HallNumber, knowsHalls: (PlayerID) -> Bool
    ) -> [HallWaiter] {
        pools.lines.flatMap { clock, pool in
            pool.waiters.map { waiter in
                HallWaiter(
                    id: waiter.id, hall: hall, clock: clock, since: waiter.since,
                    isAlone: pool.waiters.count == 1,
                    canMove: knowsHalls(waiter.id) && !isAsking(waiter.id) && !isAsked(waiter.id))
            }
        }
    }

    private func isAsking(_ id: PlayerID) -> Bool { roster[id]?.asks != nil }

    private func isAsked(_ id: PlayerID) -> Bool {
        hasAsking && roster.keys.contains { roster[$0]?.asks?.to == id }
    }
}
