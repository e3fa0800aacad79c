import Commands
import Drawing
import Game
import PlainText
import Records
import SimperiumClock
import SimperiumLoop
import Visit
import Wording

/// `stats` and `friends`: what the account keeps.
struct RecordCommand {
    enum Subject {
        case statistics
        case friends
    }

    private let options: RecordOptions
    private let subject: Subject

    init(_ options: RecordOptions, _ subject: Subject) {
        self.options = options
        self.subject = subject
    }

    func run() throws -> ExitStatus {
        let context = try CommandContext(options.lobby)
        defer { context.route.close() }
        guard let account = context.account() else {
            return complain(AccountWords.notSignedIn, .notFound)
        }
        let (known, refusal) = context.records(of: account, in: [.result, .friend])
        let lines = lines(known)
        let isEmpty = lines == nil || isEmpty(known.records)
        guard context.explain(known, refusal, isEmpty: isEmpty) else { return .serverUnreachable }
        guard let lines else {
            return complain(AccountWords.noRounds(with: ForeignText(options.name ?? "")), .notFound)
        }
        for line in lines { Descriptor.standardOutput.say(line) }
        return .done
    }

    private func isEmpty(_ records: PersonRecords) -> Bool {
        switch subject {
        case .friends: records.friends.isEmpty
        case .statistics: records.resultCount == 0
        }
    }

    private func lines(_ known: KnownRecords) -> [String]? {
        switch subject {
        case .friends:
            RecordsReport.friends(
                known.records, at: Stamp(milliseconds: ThisProcess.calendarMilliseconds),
                isJSON: options.isJSON, asOf: known.asOf)
        case .statistics:
            RecordsReport.statistics(
                known.records,
                on: PuzzleDay(of: Stamp(milliseconds: ThisProcess.calendarMilliseconds)),
                about: options.name, isJSON: options.isJSON, asOf: known.asOf)
        }
    }
}
