internal import Lobby
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import Visit

/// The place of a spectator: their hall, and the matches that they want to see.
struct SpectatorState: Sendable {
    /// The line of the hall's replica.
    var line: Int
    /// The Watcher object that was written for them.
    var watcher: ObjectKey?
    /// The number of matches of a list that they want to see.
    var rows = 0
    var search: Search?

    init(line: Int) {
        self.line = line
    }

    /// Records an edit that is written for them.
    mutating func record(_ edit: LobbyEdit) {
        switch edit {
        case .insert(.watcher, let key, _): watcher = key
        case .delete(.watcher, watcher): watcher = nil
        case .insert, .update, .delete: break
        }
    }

    /// A match or player to find, maybe in another hall.
    struct Search: Sendable {
        private let asked: HallSearch
        /// As the guest calls it.
        let text: String
        let until: Instant
        /// The result, once it is known: the match's key in its hall, and the line of that hall.
        private(set) var key: ObjectKey?
        private(set) var line: Int?

        init(_ asked: HallSearch, _ text: String, until: Instant) {
            self.asked = asked
            self.text = text
            self.until = until
        }

        /// The question to the server.
        var question: JSONObject { asked.wanted }

        func isAnswered(by found: JSONObject) -> Bool { line == nil && asked.isAnswered(by: found) }

        mutating func recordFound(_ key: ObjectKey, on line: Int) {
            (self.key, self.line) = (key, line)
        }

        /// The same for a match, if it was taken for a name.
        func asMatchSearch(at now: Instant) -> Search? {
            asked.matchSearch(at: now).map { Search($0, text, until: until) }
        }
    }
}
