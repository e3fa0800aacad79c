internal import Lobby
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import Visit

/// The hall of a spectator, and the matches that the spectator wants to see.
struct SpectatorState: Sendable {
    /// The number of the hall's replica and its connection.
    var hallID: Int
    /// The Watcher object that was written for the spectator; nil if there is none.
    var watcher: ObjectKey?
    /// The number of matches that the spectator's list shows.
    var rows = 0
    var search: Search?

    init(hallID: Int) {
        self.hallID = hallID
    }

    /// Records an edit that was written for the spectator.
    mutating func record(_ edit: LobbyEdit) {
        switch edit {
        case .insert(.watcher, let key, _): watcher = key
        case .delete(.watcher, watcher): watcher = nil
        case .insert, .update, .delete: break
        }
    }

    /// A search for a match or a player, maybe in another hall.
    struct Search: Sendable {
        private let asked: RepeatedHallSearch
        let text: String
        let until: Instant
        /// The match's key in its hall; nil until the match is found.
        private(set) var key: ObjectKey?
        /// The number of the replica of the match's hall; nil until the match is found.
        private(set) var hallID: Int?

        init(_ asked: RepeatedHallSearch, _ text: String, until: Instant) {
            self.asked = asked
            self.text = text
            self.until = until
        }

        var question: JSONObject { asked.wanted }

        func isAnswered(by found: JSONObject) -> Bool {
            hallID == nil && asked.isAnswered(by: found)
        }

        mutating func recordFound(_ key: ObjectKey, on hallID: Int) {
            (self.key, self.hallID) = (key, hallID)
        }

        /// Returns a search that treats the text as a match's key, after the search for a player
        /// failed. Returns nil if this search already does.
        func asMatchSearch(at now: Instant) -> Search? {
            asked.searchAsMatchKey(at: now).map { Search($0, text, until: until) }
        }
    }
}
