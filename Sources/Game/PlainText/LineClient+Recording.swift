package import Game
internal import Recording
package import Visit

extension LineClient: RecordedMachine {
    /// What the game in lines is made of, where it has a terminal or a script of its own.
    package struct Beginning: Hashable, Codable, Sendable {
        package let opening: Opening
        package let person: LinePerson
        package let numbering: Numbering
        /// Nil for a game that needs no server.
        package let visit: LobbyClient.Beginning?
        /// The same for going on with a match that waits; nil if none does.
        package let kept: LobbyClient.Beginning?
        package let seed: UInt64

        package init(
            opening: Opening, person: LinePerson, numbering: Numbering,
            visit: LobbyClient.Beginning?, kept: LobbyClient.Beginning? = nil, seed: UInt64
        ) {
            self.opening = opening
            self.person = person
            self.numbering = numbering
            self.visit = visit
            self.kept = kept
            self.seed = seed
        }
    }

    package static let name = "lines"

    package init(_ beginning: Beginning) {
        let visits = beginning.opening.choose(beginning.visit, or: beginning.kept)
        self.init(
            beginning.opening, name: beginning.person.name, numbering: beginning.numbering,
            visit: visits.begun.map { LobbyClient($0) }, seed: beginning.seed)
        person = beginning.person
        waiting = visits.waiting
    }
}
