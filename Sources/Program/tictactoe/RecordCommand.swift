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
        let loop = try Loop()
        let route = try LobbyRoute(options.lobby, on: loop, startsServer: false)
        defer { route.close() }
        guard let folder = FileLocations(environment: ThisProcess.environment).dataFolder else {
            return complain(AccountWords.notSignedIn)
        }
        let places = AccountPlaces(in: folder + "/accounts", at: route.origin)
        let finding = AccountFinding(in: places, at: route.origin, isSafe: true)
        for warning in finding.warnings { Descriptor.standardError.say("tictactoe: \(warning)") }
        guard let copy = finding.signedIn else { return complain(AccountWords.notSignedIn) }
        finding.file?.close()
        guard let lines = lines(copy.records) else {
            return complain(AccountWords.noRounds(with: options.name ?? ""))
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

    private func complain(_ sentence: String) -> ExitStatus {
        Descriptor.standardError.say("tictactoe: \(sentence)")
        return .notFound
    }
}
