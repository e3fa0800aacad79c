/// What the wall of matches says.
package enum GalleryWords {
    package static let byWatchers = "watchers"
    package static let byAge = "age"
    package static let byName = "name"

    /// Beside the heading: the order, and what is looked for.
    package static func heading(order: String, search: String) -> String {
        search.isEmpty ? "by \(order)" : "by \(order)   with \"\(search)\""
    }

    package static func nothingFound(_ search: String) -> String {
        "Nobody called \"\(search)\" is playing."
    }

    package static let leavesSearch = "Esc shows all matches."
}
