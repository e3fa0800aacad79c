import Commands
import Drawing
import Game
import PlainText
import Records
import SimperiumClock
import SimperiumLoop
import Visit
import Wording

/// `stats` and `friends`: the account's results and friends.
struct StatsAndFriendsCommand {
    enum AccountReportSubject {
        case statistics
        case friends
    }

    /// The maximum number of names that the command requests. The server refuses more requests at
    /// once.
    private static let mostNames = 20

    let subject: AccountReportSubject
    let options: StatsAndFriendsOptions

    func run() throws -> ExitStatus {
        let context = try AccountCommandContext(options.lobby)
        defer { context.connector.closeConnections() }
        let account = try context.signedInAccount()
        let (known, refusal) = context.fetchRecordsOrUseCopies(of: account, in: [.result, .friend])
        let lines = reportLines(
            known,
            called: refusal == nil
                ? fetchNamesOfUnplayedFriends(in: known.records, account, context) : [:])
        let isEmpty = lines == nil || isEmpty(known.records)
        try context.warnOfOldOrMissingData(known, refusal, isEmpty: isEmpty)
        guard let lines else {
            return complain(AccountWords.noRounds(with: ForeignText(options.name ?? "")), .notFound)
        }
        lines.forEach(printLine)
        return .done
    }

    private func isEmpty(_ records: AccountRecords) -> Bool {
        switch subject {
        case .friends: records.friends.isEmpty
        case .statistics: records.resultCount == 0
        }
    }

    /// Returns the names of friends that the account has not played, by user id. Requests at most
    /// `mostNames` from the server, and stops at the first failure. Returns no names for `stats`.
    private func fetchNamesOfUnplayedFriends(
        in records: AccountRecords, _ account: SavedAccount, _ context: AccountCommandContext
    ) -> [String: ForeignText] {
        guard subject == .friends else { return [:] }
        let unknown = records.friends.keys.filter { records.lastKnownName(of: $0) == nil }.sorted()
        var names: [String: ForeignText] = [:]
        for user in unknown.prefix(Self.mostNames) {
            guard case .person(_, let name) = context.sendAndWait(.findUser(user, account.token))
            else { break }
            names[user] = name
        }
        return names
    }

    private func reportLines(
        _ known: RecordsWithAge, called names: [String: ForeignText]
    ) -> [String]? {
        switch subject {
        case .friends:
            AccountReport.friends(
                known.records, at: .now, called: names, isJSON: options.isJSON, asOf: known.asOf)
        case .statistics:
            AccountReport.statistics(
                known.records, on: PuzzleDay(of: .now), about: options.name,
                isJSON: options.isJSON, asOf: known.asOf)
        }
    }
}
