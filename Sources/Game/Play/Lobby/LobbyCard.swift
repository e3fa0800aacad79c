internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// A card below the lobby's lists, such as the puzzle of the day or the friends: a heading, lines
/// below it, and possibly a small board beside the lines.
struct LobbyCard: Hashable {
    struct CardLine: Hashable {
        var text: String
        /// The text for a card without room for `text`; nil to cut that.
        var shortText: String?
        var end = ""
        var style = Style.plain
        var link: String?
    }

    /// The minimum width of a card, for the longest command that a friend types.
    static let columns = 36
    static let mostLines = 5

    let heading: String
    var art: BoardArt?
    var lines: [CardLine] = []

    var rows: Int { 1 + max(lines.count, art == nil ? 0 : BoardScale.letters.boardSize.rows) }

    func draw(on canvas: inout Canvas) {
        let width = canvas.size.columns
        canvas.write(heading, at: .topLeft, width: width, .strong)
        var column = 1
        if let art {
            art.draw(at: Point(row: 1, column: column), scale: .letters, on: &canvas)
            column += BoardScale.letters.boardSize.columns + 2
        }
        for (row, line) in lines.enumerated() {
            let room = width - column - (line.end.isEmpty ? 0 : line.end.columns + 1)
            let start = Point(row: row + 1, column: column)
            let text = [line.text, line.shortText ?? line.text].first(fitting: room)
            canvas.write(text, at: start, width: max(0, room), line.style)
            if let link = line.link, line.text.columns <= room {
                canvas.linkIfUncut(link, at: start, columns: line.text.columns)
            }
            canvas.write(
                line.end, at: Point(row: row + 1, column: width - line.end.columns), .faint)
        }
    }
}

extension GameContext {
    private static let lastRounds = 3

    /// The cards for the player, the most useful ones first. Without room for a dashboard, these
    /// are the instructions for a friend and the last results, if there are any.
    var lobbyCards: [LobbyCard] {
        let isDashboard = LobbyPicture.isDashboard(size)
        let invite = LobbyCard(
            heading: JoinInstructionWords.heading,
            lines: inviteInstructions.map { line in
                .init(
                    text: line,
                    link: preferences.hasLinks ? JoinInstructionWords.sshURL(ofCommand: line) : nil)
            })
        var results = LobbyCard(
            heading: RecentResultWords.heading,
            lines: lastResults(isDashboard ? LobbyCard.mostLines : Self.lastRounds))
        guard isDashboard else { return [invite, results].filter { !$0.lines.isEmpty } }
        if results.lines.isEmpty {
            results.lines = [.init(text: LobbyCardWords.noResults, style: .faint)]
        }
        return (invite.lines.isEmpty ? [] : [invite])
            + [puzzleCard, results, friendsCard, streakCard].compactMap(\.self)
    }

    /// Returns the last `count` results of the account; for a guest, the scores of the last
    /// finished matches of this run, regardless of `count`.
    private func lastResults(_ count: Int) -> [LobbyCard.CardLine] {
        guard let records = program.records else {
            return program.results.finished.compactMap(\.line).map { .init(text: $0) }
        }
        return records.latestResults(count).map { key, result in
            let nickname = self.nickname(of: result.opponent)
            return .init(
                text: RecentResultWords.verdictWords(about: result, under: key, called: nickname),
                shortText: RecentResultWords.verdictWords(
                    about: result, under: key, called: nickname, isShort: true),
                end: SharedListWords.ago(program.today - result.at))
        }
    }

    private var puzzleCard: LobbyCard {
        let puzzle = Puzzle(of: PuzzleDay(of: program.today))
        let art = BoardArt(puzzle.position.board, showsNumbers: false)
        var card = LobbyCard(heading: LobbyCardWords.puzzle, art: art)
        let record = lastPuzzleAnswer(upTo: puzzle.day)
        let streak = record?.streak ?? 0
        if let record, record.day == puzzle.day {
            let isSolved = record.answer == puzzle.best
            card.lines = [
                .init(
                    text: isSolved ? PuzzleWords.solvedStreak(streak) : LobbyCardWords.missed,
                    style: isSolved ? .good : .plain),
                .init(
                    text: PuzzleWords.nextPuzzleTime(after: puzzle.day, at: program.today),
                    style: .faint),
            ]
        } else {
            card.lines = [.init(text: LobbyCardWords.open, style: .good)]
            if streak > 0 {
                card.lines.append(.init(text: LobbyCardWords.solvedDaysInRow(streak)))
            }
        }
        return card
    }

    private var friendsCard: LobbyCard? {
        guard program.records != nil else {
            let account = keyName(.open(.account))
            guard menuItems.contains(.account) else { return nil }
            return LobbyCard(
                heading: LobbyCardWords.friends,
                lines: LobbyCardWords.signInHintLines(account).map {
                    .init(text: $0, style: .faint)
                })
        }
        let friends = friendList.rows.filter { !$0.isBlocked }
        guard !friends.isEmpty else {
            return LobbyCard(
                heading: LobbyCardWords.friends,
                lines: [.init(text: LobbyCardWords.noFriends, style: .faint)])
        }
        var card = LobbyCard(heading: LobbyCardWords.friends)
        for friend in friends.prefix(LobbyCard.mostLines) {
            let isHere = friend.person != nil
            let doing = program.visit.flatMap { visit in
                friend.person.map { $0.statusWords(in: visit.lobbyState, at: program.now) }
            }
            card.lines.append(
                .init(
                    text: friend.name, end: doing ?? FriendWords.notHereRemark,
                    style: isHere ? .plain : .faint))
        }
        return card
    }

    private var streakCard: LobbyCard? {
        guard let statistics = statistics.statistics, statistics.total.played > 0 else {
            return nil
        }
        return LobbyCard(
            heading: LobbyCardWords.streak,
            lines: [
                .init(
                    text: StatisticsWords.winningStreak(statistics),
                    style: statistics.streak > 1 ? .good : .plain),
                .init(text: StatisticsWords.totals(statistics.total), style: .faint),
            ])
    }
}

private enum LobbyCardWords {
    static let puzzle = "TODAY'S PUZZLE"
    static let friends = "FRIENDS"
    static let streak = "STREAK"
    static let noResults = "No rounds yet."
    static let noFriends = "No friends yet."
    static let missed = "Not solved today."
    static let open = "Not answered yet."

    static func solvedDaysInRow(_ days: Int) -> String {
        days == 1 ? "Solved yesterday." : "Solved \(days) days in a row."
    }

    static func signInHintLines(_ key: String) -> [String] {
        ["Press \(key) to sign in: friends and", "streaks on all your devices."]
    }
}
