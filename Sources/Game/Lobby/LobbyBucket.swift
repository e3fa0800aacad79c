/// The lobby's buckets. Raw values are their names.
///
/// A program opens Player first: a Match is of no use before the people in it are known.
package enum LobbyBucket: String, Hashable, Codable, Sendable, CaseIterable {
    case player = "Player"
    case match = "Match"
    case watcher = "Watcher"
}
