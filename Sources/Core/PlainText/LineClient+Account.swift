internal import Records
internal import Visit
internal import Wording

/// What the account keeps, in lines.
extension LineClient {
    mutating func tellAccount(_ word: LineWord, _ rest: String) {
        guard let account = visit?.account, let records = visit?.records else {
            return say(AccountWords.nobody)
        }
        switch word {
        case .friends: RecordsReport.friends(records, at: today, isJSON: false).forEach { say($0) }
        case .stats:
            let name = rest.isEmpty ? nil : rest
            let lines = RecordsReport.statistics(records, about: name, isJSON: false)
            (lines ?? [AccountWords.noRounds(with: rest)]).forEach { say($0) }
        default: say(AccountWords.signedIn(account.name))
        }
    }
}
