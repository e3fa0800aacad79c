internal import Lobby
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire
internal import Visit

/// Where a guest is who only watches, and what they want to see.
struct WatchersPlace: Sendable {
    /// By which the hall is seen.
    var line: Int
    /// What was written there for them.
    var watcher: ObjectKey?
    /// How many matches of a list they would like to see.
    var rows = 0
    var search: Search?

    init(line: Int) {
        self.line = line
    }

    /// Takes note of what is written for them.
    mutating func note(_ edit: LobbyEdit) {
        switch edit {
        case .insert(.watcher, let key, _): watcher = key
        case .delete(.watcher, watcher): watcher = nil
        case .insert, .update, .delete: break
        }
    }

    /// A match, or whoever plays it, that may be in another hall.
    struct Search: Sendable {
        private let asked: HallSearch
        /// As the guest calls it.
        let text: String
        let until: Instant
        /// Where it is, as soon as that is known: what it is called there, and by which line that
        /// hall is seen.
        private(set) var key: ObjectKey?
        private(set) var line: Int?

        init(_ asked: HallSearch, _ text: String, until: Instant) {
            self.asked = asked
            self.text = text
            self.until = until
        }

        /// What the server is asked.
        var question: JSONObject { asked.wanted }

        func isAnswered(by found: JSONObject) -> Bool { line == nil && asked.isAnswered(by: found) }

        mutating func find(_ key: ObjectKey, on line: Int) {
            (self.key, self.line) = (key, line)
        }

        /// The same for a match, if it was taken for a name.
        func elsewise(at now: Instant) -> Search? {
            asked.elsewise(at: now).map { Search($0, text, until: until) }
        }
    }
}
