internal import Drawing
internal import Lobby
internal import Visit

/// The matches of other halls in the lobby's list, behind those of one's own.
extension Client {
    var distantMatches: [DistantMatch] { visit?.halls.elsewhere.matches ?? [] }

    /// How many rows the list of matches has.
    package var listedMatchCount: Int { listedMatches.count }

    /// All that the list has a row for, in its order.
    var listedMatches: [LobbyKey] { liveMatches.map(\.key) + distantMatches.map(\.key) }

    /// How many matches there are in all halls.
    var liveCount: Int { max(visit?.census.matches ?? 0, liveMatches.count) }

    /// Has the list read on as far as somebody looks, and a little further.
    mutating func followDistantMatches() {
        guard visit?.halls.census != nil, let (chosen, shown) = sight else {
            if !distantMatches.isEmpty || rowsSought > 0 { seekRows(0) }
            return
        }
        seekRows(max(chosen - liveMatches.count, 0) + shown)
    }

    /// Which match somebody looks at who looks at a list of them, and how many there is room for;
    /// nil if nobody does.
    private var sight: (chosen: Int, shown: Int)? {
        switch display.screen {
        case .lobby where cursors.lobby.list == .matches:
            return (cursors.lobby.matches.index(in: listedMatches) ?? 0, display.size.rows)
        case .gallery:
            let matches = galleryMatches
            let chosen = cursors.gallery.selection.index(in: matches.map(\.key)) ?? 0
            return (chosen, display.size.rows * galleryPlan(of: matches).columns)
        default: return nil
        }
    }

    private var rowsSought: Int { visit?.halls.elsewhere.wanted ?? 0 }

    private mutating func seekRows(_ count: Int) {
        if count != rowsSought { pass(.seek(.matches(count))) }
    }

    /// Watches a match of the list, in whichever hall it is.
    mutating func watch(_ key: LobbyKey) {
        let isHere = visit?.session.lobbyState[key] != nil
        guard !isHere, distantMatches.contains(where: { $0.key == key }) else {
            return watch(.match(key))
        }
        pass(.seek(.toWatch(key.rawValue)))
    }
}
