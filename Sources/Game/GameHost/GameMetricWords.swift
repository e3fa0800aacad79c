import Host

/// The metrics of the lobby and its halls.
extension Metric {
    static let people = Metric("lobby_people", "People in the lobby.")
    static let free = Metric("lobby_free", "People who could be asked for a match.")
    static let playing = Metric("lobby_playing", "People who play.")
    static let watching = Metric("lobby_watching", "People who watch.")
    static let away = Metric("lobby_away", "People whose connection was lost a moment ago.")
    static let matches = Metric("lobby_matches", "Matches that are being played.")
    static let halls = Metric("lobby_halls", "Open halls of the lobby.")
    static let peopleInHall = Metric("hall_people", "People, by hall.")
    static let matchesInHall = Metric("hall_matches", "Matches, by hall.")
}
