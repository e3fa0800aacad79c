/// What `load` is asked for.
package struct LoadOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let players: Int
    package let watchers: Int
    /// Of all players together.
    package let movesPerSecond: Int
    /// How often the line of a player breaks, or a program stops, of all together.
    package let breaksPerMinute: Int
    package let length: Duration
    package let isJSON: Bool

    init(_ settings: Settings) throws(Misuse) {
        lobby = LobbyOptions(settings)
        players = settings.number(.players) ?? 0
        watchers = settings.number(.watchers) ?? 0
        guard players + watchers > 0 else { throw .nobody(.players, .watchers) }
        movesPerSecond = settings.number(.movesPerSecond) ?? 1
        breaksPerMinute = settings.number(.breaksPerMinute) ?? 0
        length = .seconds(settings.number(.seconds) ?? 1)
        isJSON = settings.isOn(.json)
    }
}
