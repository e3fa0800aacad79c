package import Drawing
package import Game
package import Records
package import SimperiumClock
internal import SimperiumJSON
internal import Wording

extension AccountReport {
    /// Returns a line for each game, with the number that selects the game in commands. With
    /// `isJSON`, returns one line with a JSON object.
    package static func games(
        _ games: CorrespondenceGameList, at now: ServerTime, isJSON: Bool, asOf: ServerTime? = nil,
        called name: (CorrespondenceGameList.GameRow) -> ForeignText
    ) -> [String] {
        guard !isJSON else { return [json(games).line(asOf: asOf)] }
        guard !games.rows.isEmpty else { return [CorrespondenceGameWords.noGames] }
        return table(
            games.rows.enumerated().map { index, row in
                (
                    "\(index + 1). \(name(row))",
                    CorrespondenceGameWords.statusAndTime(about: row, at: now)
                )
            })
    }

    private static func json(_ row: CorrespondenceGameList.GameRow) -> JSONObject {
        var object: JSONObject = [
            "key": JSON(row.key), "with": JSON(row.opponent.name),
            "user": JSON(row.opponent.user), "as": JSON(row.piece.word),
            "state": JSON(row.state.word), "days": JSON(row.game.limit.rawValue),
            "moves": .array(row.game.moves.map { JSON(Int($0.rawValue)) }),
            "at": JSON(Int(row.game.at.milliseconds)),
        ]
        switch row.state {
        case .over where row.game.isDeclined: object["outcome"] = "declined"
        case .over where row.game.isCalledOff: object["outcome"] = "called-off"
        case .over: object["outcome"] = row.verdict.map { JSON($0.rawValue) }
        case .invitation, .invited: break
        case .ownMove, .claimable, .theirMove:
            object["due"] = JSON(Int(row.game.due.milliseconds))
        }
        return object
    }

    package static func waitingGameLine(
        of row: CorrespondenceGameList.GameRow, at now: ServerTime, isJSON: Bool,
        called name: ForeignText
    ) -> String {
        guard isJSON else {
            return "\(name): \(CorrespondenceGameWords.statusAndTime(about: row, at: now))"
        }
        var object: JSONObject = ["version": 1]
        for member in json(row) { object[member.name] = member.value }
        return object.line()
    }

    package static func game(
        _ row: CorrespondenceGameList.GameRow, at now: ServerTime, numbering: SquareNumbering,
        isJSON: Bool,
        called name: ForeignText
    ) -> [String] {
        guard !isJSON else {
            return [waitingGameLine(of: row, at: now, isJSON: true, called: name)]
        }
        return row.game.position.board.textLines(numbering)
            + [CorrespondenceGameWords.sentenceBelowBoard(about: row, against: name.shown, at: now)]
    }

    /// Returns the games as JSON. Later versions may add members, but never remove one.
    private static func json(_ games: CorrespondenceGameList) -> JSONObject {
        [
            "version": 1, "waiting": JSON(games.waiting), "running": JSON(games.running),
            "invitations": JSON(games.invitations),
            "games": .array(games.rows.map { .object(json($0)) }),
        ]
    }
}

extension CorrespondenceGameList.GameRow.GameStatus {
    fileprivate var word: String {
        switch self {
        case .ownMove: "yours"
        case .claimable: "claimable"
        case .invitation: "invitation"
        case .theirMove: "theirs"
        case .invited: "invited"
        case .over: "over"
        }
    }
}
