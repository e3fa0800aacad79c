internal import Game
package import Lobby

/// What `play` and `join` are asked for.
package struct PlayOptions: Hashable, Sendable {
    package enum Opponent: Hashable, Sendable {
        case anybody
        case named(PlayerName)
        /// The player who made this code.
        case code(InvitationCode)
    }

    package let lobby: LobbyOptions
    package let screen: ScreenOptions
    package let opponent: Opponent
    /// Whether a number alone places a piece.
    package let isQuick: Bool
    package let hasSound: Bool
    /// Whether each of these was said, here or in a file, and so holds whatever an account keeps.
    package let saysQuick: Bool
    package let saysSound: Bool
    package let terms: MatchTerms

    init(_ settings: Settings, against code: InvitationCode? = nil) {
        lobby = LobbyOptions(settings)
        screen = ScreenOptions(settings)
        opponent = code.map(Opponent.code) ?? settings.name(.vs).map(Opponent.named) ?? .anybody
        isQuick = settings.isOn(.quick)
        hasSound = settings.isOn(.sound)
        saysQuick = settings.choice(.quick) != nil
        saysSound = settings.choice(.sound) != nil
        terms = MatchTerms(
            limit: settings.text(.clock).flatMap { Int($0) }.flatMap(MoveLimit.init),
            target: settings.text(.target).flatMap { Int($0) }.flatMap(SeriesTarget.init))
    }
}
