internal import Lobby
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import Visit

/// The hall of a spectator, the spectator's Watcher object, and the number of matches in the
/// spectator's list.
struct SpectatorPlace: Sendable {
    /// The number of the hall's replica, and of the replica's connection.
    var hallID: Int
    /// The Watcher object that was written for the spectator; nil if there is none.
    var watcher: ObjectKey?
    /// The number of matches that the spectator's list shows.
    var rows = 0

    /// Records the insertion or the deletion of the spectator's Watcher object. Ignores other
    /// edits.
    mutating func recordWatcherEdit(_ edit: LobbyObjectEdit) {
        switch edit {
        case .insert(.watcher, let key, _): watcher = key
        case .delete(.watcher, watcher): watcher = nil
        case .insert, .update, .delete: break
        }
    }
}

/// A spectator's search for a match or a player, maybe in another hall.
struct SpectatorSearch: Sendable {
    let hallSearch: RepeatedHallSearch
    let text: String
    let until: Instant
    /// The match's key, and the number of its hall's replica; nil until the match is found.
    var match: (key: ObjectKey, hallID: Int)?

    var wanted: JSONObject { hallSearch.wanted }

    func isAnswered(by found: JSONObject) -> Bool {
        match == nil && hallSearch.isAnswered(by: found)
    }

    /// Returns a search that treats the text as a match's key, after the search for a player
    /// failed. Returns nil if this search already does.
    func searchAsMatchKey(at now: Instant) -> SpectatorSearch? {
        hallSearch.searchAsMatchKey(at: now).map {
            SpectatorSearch(hallSearch: $0, text: text, until: until)
        }
    }
}
