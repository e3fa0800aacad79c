import Commands
import Drawing
internal import Game
import PlainText
import Play
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import Visit
import Wording

/// `replay` and `export`: show or print a round from the account, a file or standard input.
struct RoundReplayAndExportCommand {
    let options: ReplayAndExportOptions

    func showOrPrintRound() throws -> Int32 {
        let round = try roundFromSource()
        if isPlain {
            RoundText.lines(round, withNotes: true).forEach(printLine)
            return ExitStatus.done.rawValue
        }
        if options.source == "-" { try Descriptor.standardInput.redirectToTerminal() }
        return try PlayCommand(options.screen, showing: round).run()
    }

    func printInExportFormat() throws -> ExitStatus {
        let round = try roundFromSource()
        switch RoundFormat(rawValue: options.format) {
        case .text, nil: RoundText.lines(round).forEach(printLine)
        case .json: printLine(RoundText.json(round))
        case .cast: RoundAsciicast.lines(round).forEach(printLine)
        case .svg: RoundSVG.lines(round).forEach(printLine)
        }
        return .done
    }

    private var isPlain: Bool {
        options.screen.isPlain || !Descriptor.standardOutput.isTerminal
    }

    private func roundFromSource() throws -> PlayedRound {
        guard let source = options.source else { return try accountRound(withNumberOrKey: "1") }
        if source == "-" {
            return try parseRound(
                Descriptor.standardInput.read(limit: RoundFileReader.longest + 1), source)
        }
        // A number always selects a round of the account. `./1` names a file.
        if Int(source) != nil { return try accountRound(withNumberOrKey: source) }
        if let bytes = try readRoundFileIfPresent(source) {
            return try parseRound(bytes, source)
        }
        guard ResultKey(source) != nil else {
            throw CommandFailure(ReplayWords.noSuchRoundFile(source), .notFound)
        }
        return try accountRound(withNumberOrKey: source)
    }

    private func readRoundFileIfPresent(_ path: String) throws(UsageError) -> [UInt8]? {
        do throws(LibraryError) {
            return try WholeFile.readBeginning(of: path, limit: RoundFileReader.longest + 1)
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
    }

    private func parseRound(_ bytes: [UInt8], _ source: String) throws(UsageError) -> PlayedRound {
        do throws(RoundFileFlaw) {
            return try RoundFileReader.round(in: bytes)
        } catch {
            throw .badRecording(path: source, error.sentence)
        }
    }

    /// Returns the account's round with this number or key. Throws if there is none, if it has no
    /// moves, or if some of them are unknown.
    private func accountRound(withNumberOrKey word: String) throws -> PlayedRound {
        let context = try AccountCommandContext(options.lobby)
        defer { context.connector.closeConnections() }
        let account = try context.signedInAccount()
        let (known, refusal) = context.fetchRecordsOrUseCopies(of: account, in: [.result])
        let records = known.records
        let found = records.resultKey(selectedBy: word).flatMap { key in
            records.result(key).map { (key, $0) }
        }
        try context.warnOfOldOrMissingData(known, refusal, isEmpty: found == nil)
        guard let (key, result) = found else {
            throw CommandFailure(
                ReplayWords.noFinishedRound(word, of: records.roundCount), .notFound)
        }
        guard let round = result.playedRound(ownName: account.name.shown, under: key) else {
            throw CommandFailure(ReplayWords.movesUnknown(word), .notFound)
        }
        return round
    }
}
