internal import Wording

/// In which order the matches stand that one can watch.
enum GalleryOrder: Hashable, Sendable, CaseIterable {
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

    var next: GalleryOrder {
        let all = Self.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + 1) % all.count]
    }
}
