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
        let isListed = display.screen == .lobby && cursors.lobby.list == .matches
        guard isListed, visit?.halls.census != nil else {
            if !distantMatches.isEmpty || rowsSought > 0 { seekRows(0) }
            return
        }
        let own = liveMatches.count
        let row = cursors.lobby.matches.index(in: listedMatches) ?? 0
        seekRows(max(row - own, 0) + display.size.rows)
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
