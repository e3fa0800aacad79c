internal import Wording

/// What `games` is asked for.
package struct GamesOptions: Hashable, Sendable {
    package enum Action: String, Hashable, Sendable, CaseIterable {
        case new
    }

    package let lobby: LobbyOptions
    /// With whom a game is to begin; nil to tell which games there are.
    package let partner: String?
    /// For each move.
    package let days: Int
    package let isJSON: Bool

    init(_ settings: Settings, _ operands: [String]) throws(Misuse) {
        lobby = LobbyOptions(settings)
        days = settings.text(.days).flatMap { Int($0) } ?? 3
        isJSON = settings.isOn(.json)
        guard let word = operands.first else {
            partner = nil
            return
        }
        guard Action(rawValue: word) != nil else { throw .unknownOperand(word, .games) }
        guard let name = operands.dropFirst().first else {
            throw .noOperand(PlaceholderWords.name, .games, action: word)
        }
        partner = name
    }
}
