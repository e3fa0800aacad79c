internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// A match that one can watch: in one's own hall, or in another, of which only a list tells.
enum GalleryMatch: Hashable {
    case here(LobbyMatch)
    case elsewhere(DistantMatch)

    var key: LobbyKey {
        switch self {
        case .here(let shown): shown.key
        case .elsewhere(let match): match.key
        }
    }
}

extension [GalleryMatch] {
    /// By a figure of each; those with the same one stay in their order.
    func sorted<Figure: Comparable>(
        by figure: (GalleryMatch) -> Figure, _ isBefore: (Figure, Figure) -> Bool
    ) -> [GalleryMatch] {
        let figures = map(figure)
        // A match is large, and its place is not.
        return indices.sorted { left, right in
            isBefore(figures[left], figures[right])
                || figures[left] == figures[right] && left < right
        }.map { self[$0] }
    }
}
