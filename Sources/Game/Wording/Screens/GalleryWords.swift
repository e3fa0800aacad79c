/// The texts of the wall of matches.
package enum GalleryWords {
    package static let byWatchers = "spectators"
    package static let byAge = "age"
    package static let byName = "name"

    /// The text beside the heading: the order and the search.
    package static func heading(order: String, search: String) -> String {
        search.isEmpty ? "by \(order)" : "by \(order)   matching \"\(search)\""
    }

    package static func nothingFound(_ search: String) -> String {
        "No player called \"\(search)\" is in a match."
    }

    package static let leavesSearch = "Esc shows all matches."
}
