internal import Drawing
internal import Game
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// What is told beside the lists of pages, where there is room, about what is chosen in them.
extension Client {
    var accountAside: PageAside? {
        guard let records, let statistics = desk.pages.statistics.statistics,
            statistics.total.played > 0
        else { return nil }
        var aside = PageAside(heading: LastWords.heading, balance: statistics.total)
        aside.lines = records.latestResults(Self.lastRounds).map { key, result in
            let words = LastWords.line(about: result, under: key)
            return "\(words), \(LastWords.ago(today - result.at))"
        }
        return aside
    }

    private static let lastRounds = 8

    var friendAside: PageAside? {
        let list = friendList
        guard let index = desk.pages.friends.index(in: list.users) else { return nil }
        let friend = list.rows[index]
        var aside = PageAside(
            heading: friend.name,
            balance: friend.isBlocked ? nil : records?.score(with: friend.user))
        if aside.balance == nil, !friend.isBlocked { aside.lines = [FriendWords.noRounds] }
        return aside
    }

    var rivalAside: PageAside? {
        let rivalries = desk.pages.statistics.rivalries
        return desk.pages.rivalries.index(in: rivalries.map(\.rival)).map { index in
            PageAside(
                heading: rivalries[index].name(known: friendName),
                balance: rivalries[index].balance)
        }
    }

    var gameAside: PageAside? {
        let games = dayGames
        guard let row = cursors.games.list.chosen(in: games.keys).flatMap({ games[$0] }),
            let board = boardView(of: row)
        else { return nil }
        var aside = PageAside(heading: board.headline, art: board.art)
        aside.art?.cursor = nil
        aside.lines = [DayGameWords.sentence(about: row, against: name(of: row), at: today)]
        return aside
    }

    /// A board as the settings have it look.
    var settingsAside: PageAside {
        var position = Position(first: .circle)
        for square in [Square.centre, .topLeft] { try? position.play(square) }
        var art = BoardArt(position.board)
        art.last = .topLeft
        art.cursor = .topRight
        art.ghost = .circle
        art.numbering = preferences.keymap.numbering
        return PageAside(heading: SettingWords.looks, art: art)
    }
}
