internal import Wording

/// In which order the matches stand that one can watch.
enum GalleryOrder: Int, Hashable, Sendable, CaseIterable {
    /// What most people watch comes first.
    case watchers
    /// What began first.
    case age
    /// By the name of who plays circles.
    case name

    var name: String {
        switch self {
        case .watchers: GalleryWords.byWatchers
        case .age: GalleryWords.byAge
        case .name: GalleryWords.byName
        }
    }
}
