internal import Drawing
internal import Game
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

struct StatisticsScreen: ListScreen {
    static let actionTable = ActionTable(
        "On the statistics page", [.chooseItem, .retry] + ScreenAction.common)

    static let section = StatisticsScreenWords.section

    var selection = Selection<Rival>()

    func rows(in game: GameContext) -> [Rival] {
        game.statistics.rivalries.map(\.rival)
    }

    mutating func updateAfterEvent(_ game: inout GameContext) {
        game.statistics.updateIfChanged(from: game.records)
    }

    func hint(in game: GameContext) -> String { SharedListWords.leadsToLobby }

    func page(in game: GameContext) -> ListScreenContent {
        let none =
            game.isSignedIn
            ? StatisticsWords.noRounds
            : StatisticsScreenWords.needsAccount(key: game.keyName(.open(.account)))
        var page = ListScreenContent(emptyText: none)
        let puzzles = game.records?.puzzleStreak(upTo: PuzzleDay(of: game.today)) ?? 0
        let solved: [ListScreenContent.PageLine] =
            puzzles > 0 ? [.init(text: StatisticsWords.puzzleStreak(puzzles), style: .faint)] : []
        guard let statistics = game.statistics.statistics, statistics.total.played > 0 else {
            page.lines = solved
            return page
        }
        page.lines = [
            .init(text: StatisticsWords.totals(statistics.total), style: .strong),
            .init(text: StatisticsWords.winningStreak(statistics), style: .faint),
        ]
        page.lines += solved
        let rivalries = game.statistics.rivalries
        page.rows = rivalries.map { rivalry in
            ListRow(
                name: rivalry.opponentName(ofAccount: game.friendName),
                remark: rivalry.balance.figures,
                figure: "\(rivalry.balance.played)", style: .plain, nameColumns: 24)
        }
        page.columnTitles = ListRow(
            name: StatisticsScreenWords.rival, remark: StatisticsWords.figuresTitle,
            figure: StatisticsScreenWords.rounds, nameColumns: 24)
        page.aside = selection.index(in: rivalries.map(\.rival)).map { index in
            let rivalry = rivalries[index]
            var aside = PageAside(
                heading: rivalry.opponentName(ofAccount: game.friendName), balance: rivalry.balance)
            aside.rounds = game.lastRoundsForAside(against: rivalry.rival)
            return aside
        }
        return page
    }
}

extension GameContext {
    /// The maximum number of listed rounds. Even a tall window has room for fewer.
    private static let mostRounds = 60

    /// Returns the last rounds against `rival`, or against all opponents if nil. Returns none for a
    /// guest, and none in a window without room for the rounds, because the search may read all
    /// rounds.
    func lastRoundsForAside(against rival: Rival? = nil) -> [String] {
        guard let records = program.records, PagePicture.hasAside(in: size) else { return [] }
        return records.latestResults(Self.mostRounds, against: rival).map { key, result in
            let words = RecentResultWords.verdictWords(
                about: result, under: key, called: nickname(of: result.opponent))
            return "\(words), \(SharedListWords.ago(program.today - result.at))"
        }
    }
}

private enum StatisticsScreenWords {
    static let section = "statistics"
    static let rival = "opponent"
    static let rounds = "rounds"

    static func needsAccount(key: String) -> String {
        "Your results are kept once you sign in: press \(key) in the lobby."
    }
}
