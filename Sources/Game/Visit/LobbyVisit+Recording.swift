package import SimperiumSync
package import SimperiumWire

extension LobbyVisit {
    /// What a visit over a connection of its own is made of.
    package struct Beginning: Hashable, Codable, Sendable {
        package let settings: ReplicaSettings
        package let token: Token
        /// What an earlier run of the program was in, if this one is to go on with it.
        package let keptSeat: KeptSeat?
        /// Whether what this run is in is to be kept for another one.
        package let keepsSeat: Bool

        package init(
            settings: ReplicaSettings, token: Token, keptSeat: KeptSeat? = nil,
            keepsSeat: Bool = false
        ) {
            self.settings = settings
            self.token = token
            self.keptSeat = keptSeat
            self.keepsSeat = keepsSeat
        }

        /// What the next run of the same program goes on with.
        package func goingOn(with kept: KeptSeat, run: RunID, seed: UInt64) -> Beginning {
            var settings = ReplicaSettings.lobby(kept.clientID, run: run, seed: seed)
            settings.seat = kept.seat
            return Beginning(settings: settings, token: token, keptSeat: kept, keepsSeat: true)
        }
    }

    package init(_ beginning: Beginning) {
        self.init(
            beginning.settings, token: beginning.token, keptSeat: beginning.keptSeat,
            keepsSeat: beginning.keepsSeat)
    }
}
