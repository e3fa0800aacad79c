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
        var aside = PageAside(heading: StatisticsWords.allRounds, balance: statistics.total)
        aside.rounds = lastRounds(in: records)
        return aside
    }

    /// More than a tall window has room for.
    private static let mostRounds = 60

    /// None where there is no room: to find those with somebody takes a look at all.
    private func lastRounds(in records: PersonRecords, against rival: Rival? = nil) -> [String] {
        guard PageScreen.hasAside(in: display.size) else { return [] }
        return records.latestResults(Self.mostRounds, against: rival).map { key, result in
            let words = LastWords.line(about: result, under: key)
            return "\(words), \(LastWords.ago(today - result.at))"
        }
    }

    var friendAside: PageAside? {
        let list = friendList
        guard let index = desk.pages.friends.index(in: list.users) else { return nil }
        let friend = list.rows[index]
        var aside = PageAside(
            heading: friend.name,
            balance: friend.isBlocked ? nil : records?.score(with: friend.user))
        guard !friend.isBlocked else { return aside }
        if aside.balance == nil { aside.lines = [FriendWords.noRounds] }
        aside.rounds = records.map { lastRounds(in: $0, against: .account(friend.user)) } ?? []
        return aside
    }

    var rivalAside: PageAside? {
        let rivalries = desk.pages.statistics.rivalries
        return desk.pages.rivalries.index(in: rivalries.map(\.rival)).map { index in
            let rivalry = rivalries[index]
            var aside = PageAside(
                heading: rivalry.name(known: friendName), balance: rivalry.balance)
            aside.rounds = records.map { lastRounds(in: $0, against: rivalry.rival) } ?? []
            return aside
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
