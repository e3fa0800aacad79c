internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// A match that one can watch: in one's own hall, or in another, of which only a list tells.
enum GalleryMatch: Hashable {
    case here(ShownMatch)
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
        map { (match: $0, figure: figure($0)) }
            .enumerated().sorted { left, right in
                isBefore(left.element.figure, right.element.figure)
                    || left.element.figure == right.element.figure && left.offset < right.offset
            }.map(\.element.match)
    }
}
