package import Drawing
internal import Game
package import Records
package import SimperiumClock
internal import SimperiumJSON
internal import Wording

/// Games over days, in lines.
extension RecordsReport {
    /// As they are numbered for who types; or one object of JSON.
    package static func games(
        _ games: DayGameList, at now: Stamp, isJSON: Bool, asOf: Stamp? = nil,
        called name: (DayGameList.Row) -> ForeignText
    ) -> [String] {
        guard !isJSON else { return [json(games, asOf: asOf)] }
        guard !games.rows.isEmpty else { return [DayGameWords.noneInLines] }
        return table(
            games.rows.enumerated().map { index, row in
                (
                    "\(index + 1). \(name(row))",
                    DayGameWords.line(about: row, at: now)
                )
            })
    }

    /// Members may be added to it, and are never taken away.
    private static func json(_ games: DayGameList, asOf: Stamp?) -> String {
        let list = games.rows.map { row in
            var object: JSONObject = [
                "key": JSON(row.key), "with": JSON(row.opponent.name),
                "user": JSON(row.opponent.user), "as": JSON(row.piece.word),
                "state": JSON(row.state.word), "days": JSON(row.game.limit.rawValue),
                "moves": .array(row.game.moves.map { JSON(Int($0.rawValue)) }),
                "at": JSON(Int(row.game.at.milliseconds)),
            ]
            if row.state == .over {
                object["outcome"] = row.verdict.map { JSON($0.rawValue) }
            } else {
                object["due"] = JSON(Int(row.game.due.milliseconds))
            }
            return JSON.object(object)
        }
        var object: JSONObject = [
            "version": 1, "waiting": JSON(games.waiting), "running": JSON(games.running),
            "games": .array(list),
        ]
        object["asOf"] = asOf.map { JSON(Int($0.milliseconds)) }
        return JSON.object(object).description.asShownJSON
    }
}

extension DayGameList.Row.State {
    fileprivate var word: String {
        switch self {
        case .ownMove: "yours"
        case .claimable: "claimable"
        case .theirMove: "theirs"
        case .over: "over"
        }
    }
}
