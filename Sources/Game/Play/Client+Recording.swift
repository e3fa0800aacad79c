package import Drawing
package import Recording
package import Visit

extension Client: RecordedMachine {
    /// What a client at a terminal of its own is made of.
    package struct Beginning: Hashable, Codable, Sendable {
        package let opening: Opening
        /// Nil for a game that needs no server.
        package let visit: LobbyVisit.Beginning?
        /// The same for going on with a match that waits; nil if none does.
        package let kept: LobbyVisit.Beginning?
        package let preferences: Preferences
        package let size: Size
        package let seed: UInt64

        package init(
            _ opening: Opening, visit: LobbyVisit.Beginning?, kept: LobbyVisit.Beginning? = nil,
            preferences: Preferences, size: Size, seed: UInt64
        ) {
            self.opening = opening
            self.visit = visit
            self.kept = kept
            self.preferences = preferences
            self.size = size
            self.seed = seed
        }
    }

    package static let name = "client"

    package init(_ beginning: Beginning) {
        let visits = beginning.opening.choose(beginning.visit, or: beginning.kept)
        self.init(
            beginning.opening, visit: visits.begun.map { LobbyVisit($0) },
            preferences: beginning.preferences, size: beginning.size, seed: beginning.seed)
        uplink.waiting = visits.waiting
    }

    package var picture: Picture? { Picture(draw()) }
}

extension Picture {
    package init(_ canvas: Canvas) {
        self.init(rows: canvas.texts, looks: canvas.looks)
    }
}
