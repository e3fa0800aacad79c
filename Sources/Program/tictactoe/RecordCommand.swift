import Commands
import PlainText
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import Visit
import Wording

/// `stats` and `friends`: what the account keeps, from the copy on this machine. No server is
/// asked.
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
        guard let (copy, file) = context.signedIn() else {
            return complain(AccountWords.notSignedIn, .notFound)
        }
        file?.close()
        guard let lines = lines(copy.records) else {
            return complain(AccountWords.noRounds(with: options.name ?? ""), .notFound)
        }
        for line in lines { Descriptor.standardOutput.say(line) }
        return .done
    }

    private func lines(_ records: PersonRecords) -> [String]? {
        switch subject {
        case .friends:
            RecordsReport.friends(
                records, at: Stamp(milliseconds: ThisProcess.calendarMilliseconds),
                isJSON: options.isJSON)
        case .statistics:
            RecordsReport.statistics(records, about: options.name, isJSON: options.isJSON)
        }
    }
}
