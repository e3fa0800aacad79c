package import SimperiumSync
package import SimperiumWire

extension LobbyVisit {
    /// What a visit over a connection of its own is made of.
    package struct Beginning: Hashable, Codable, Sendable {
        package let settings: ReplicaSettings
        package let token: Token

        package init(settings: ReplicaSettings, token: Token) {
            self.settings = settings
            self.token = token
        }
    }

    package init(_ beginning: Beginning) {
        self.init(beginning.settings, token: beginning.token)
    }
}
