package import Drawing
package import Game
package import Records
package import SimperiumClock
internal import SimperiumJSON
internal import Wording

/// Reports of an account's data: lines of text for people, or one JSON object for programs.
package enum AccountReport {
    /// Returns the user's results, or only the results against opponents called `name`; nil if
    /// there is no such opponent. The streak of puzzles is counted up to `day`.
    package static func statistics(
        _ records: AccountRecords, on day: PuzzleDay, about name: String? = nil, isJSON: Bool,
        asOf: ServerTime? = nil
    ) -> [String]? {
        let puzzles = records.puzzleStreak(upTo: day)
        let statistics = records.statistics
        let rivalries = (statistics.people + statistics.bots).filter { rivalry in
            name.map { rivalry.isCalled($0, in: records) } ?? true
        }
        if name != nil, rivalries.isEmpty { return nil }
        guard !isJSON else {
            return [
                json(statistics, of: rivalries, puzzles: name == nil ? puzzles : nil)
                    .line(asOf: asOf)
            ]
        }
        let table = table(rivalries.map { ($0.aliasOrName(in: records), $0.balance.figures) })
        guard name == nil else { return table }
        let solved = puzzles > 0 ? [StatisticsWords.puzzleStreak(puzzles)] : []
        guard statistics.total.played > 0 else { return [StatisticsWords.noRounds] + solved }
        return [
            StatisticsWords.totals(statistics.total), StatisticsWords.winningStreak(statistics),
        ]
            + solved + table
    }

    /// Returns the list of friends. `now` is the calendar time. `names` are the names, by account
    /// id, of friends that the user has not played against. `statuses` are the states, by account
    /// id, of friends in the lobby, for text. `asOf` is the time of old data, for JSON; nil for
    /// current data.
    package static func friends(
        _ records: AccountRecords, at now: ServerTime, called names: [String: ForeignText] = [:],
        doing statuses: [String: String] = [:], isJSON: Bool, asOf: ServerTime? = nil
    ) -> [String] {
        let friends = records.friends.sorted { $0.key < $1.key }
        guard !isJSON else {
            let list = friends.map { user, friend in
                var object: JSONObject = ["user": JSON(user)]
                object["name"] = (records.lastKnownName(of: user) ?? names[user]).map { JSON($0) }
                object["alias"] = friend.alias.map { JSON($0) }
                object["seen"] = friend.seen.map { JSON(Int($0.milliseconds)) }
                object["since"] = JSON(Int(friend.since.milliseconds))
                object["score"] = records.score(with: user).map { .object($0.members) }
                return JSON.object(object)
            }
            let object: JSONObject = ["version": 1, "friends": .array(list)]
            return [object.line(asOf: asOf)]
        }
        guard !friends.isEmpty else { return [FriendWords.noFriends] }
        return table(
            friends.map { user, friend in
                let name =
                    friend.alias ?? records.lastKnownName(of: user) ?? names[user]
                    ?? ForeignText(user)
                let seen = friend.seen.map { FriendWords.lastSeen((now - $0).age) }
                let remarks = [records.score(with: user)?.figures, statuses[user] ?? seen]
                    .compactMap(\.self)
                return (name.shown, remarks.joined(separator: "  "))
            }
        )
    }

    static func table(_ rows: [(name: String, remark: String)]) -> [String] {
        let width = rows.map(\.name.columns).max() ?? 0
        return rows.map { row in
            guard !row.remark.isEmpty else { return "  " + row.name }
            let gap = String(repeating: " ", count: width - row.name.columns + 2)
            return "  " + row.name + gap + row.remark
        }
    }

    /// Returns the results as JSON. Later versions may add members, but never remove one.
    private static func json(
        _ statistics: PlayStatistics, of rivalries: [Rivalry], puzzles: Int?
    ) -> JSONObject {
        var object: JSONObject = ["version": 1]
        if let puzzles {
            for member in statistics.total.members { object[member.name] = member.value }
            object["streak"] = JSON(statistics.streak)
            object["longestStreak"] = JSON(statistics.longestStreak)
            object["puzzleStreak"] = JSON(puzzles)
        }
        object["opponents"] = .array(
            rivalries.map { rivalry in
                var entry = rivalry.balance.members
                entry["name"] = JSON(rivalry.name)
                switch rivalry.rival {
                case .account(let user): entry["user"] = JSON(user)
                case .bot(let bot): entry["bot"] = JSON(bot.rawValue)
                case .guest, .puzzle: break
                }
                return .object(entry)
            })
        return object
    }
}

extension JSONObject {
    /// Returns the object as one line for programs. `asOf` is the time of old data; nil for current
    /// data.
    func line(asOf: ServerTime? = nil) -> String {
        var object = self
        object["asOf"] = asOf.map { JSON(Int($0.milliseconds)) }
        return JSON.object(object).description.asShownJSON
    }
}

extension WinLossRecord {
    fileprivate var members: JSONObject {
        [
            "played": JSON(played), "won": JSON(won), "lost": JSON(lost), "drawn": JSON(drawn),
        ]
    }
}

extension Rivalry {
    fileprivate func aliasOrName(in records: AccountRecords) -> String {
        opponentName { user in (records.friends[user]?.alias ?? name).shown }
    }

    /// Returns true if the text is the opponent's name in the last round, their alias, or the level
    /// of a bot. Case is ignored.
    fileprivate func isCalled(_ text: String, in records: AccountRecords) -> Bool {
        var names = [name]
        switch rival {
        case .account(let user): names += [records.friends[user]?.alias].compactMap(\.self)
        case .bot(let bot): names = [ForeignText(bot.rawValue)]
        case .guest, .puzzle: break
        }
        return names.contains { $0.equalsIgnoringCase(text) }
    }
}
