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

/// `replay` and `export`: show or print a round of the account, of a file, or of standard input.
struct RoundCommand {
    private let options: RoundOptions

    init(_ options: RoundOptions) {
        self.options = options
    }

    func showOrPrintRound() throws -> Int32 {
        try withRound { round in
            if isPlain {
                for line in RoundText.lines(round, withNotes: true) { say(line) }
                return ExitStatus.done.rawValue
            }
            if options.source == "-" { try Descriptor.standardInput.redirectToTerminal() }
            return try PlayCommand(options.screen, showing: round).run()
        }
    }

    func printInExportFormat() throws -> Int32 {
        try withRound { round in
            switch RoundFormat(rawValue: options.format) {
            case .text, nil: RoundText.lines(round).forEach(say)
            case .json: say(RoundText.json(round))
            case .cast: RoundAsciicast.lines(round).forEach(say)
            case .svg: RoundSVG.lines(round).forEach(say)
            }
            return ExitStatus.done.rawValue
        }
    }

    /// Finds the round and passes it to `use`. If there is none, prints the reason and returns its
    /// exit status.
    private func withRound(then use: (PlayedRound) throws -> Int32) throws -> Int32 {
        let round: PlayedRound
        do {
            round = try self.roundFromSource()
        } catch let missing as MissingRound {
            if let sentence = missing.sentence { complain(sentence) }
            return missing.status.rawValue
        }
        return try use(round)
    }

    private var isPlain: Bool {
        options.screen.isPlain || !Descriptor.standardOutput.isTerminal
    }

    private func roundFromSource() throws -> PlayedRound {
        guard let source = options.source else { return try accountRound("1") }
        if source == "-" {
            return try read(Descriptor.standardInput.read(limit: RoundReader.longest + 1), source)
        }
        // A number is always a result. `./1` is a file.
        if Int(source) != nil { return try accountRound(source) }
        let limit = RoundReader.longest + 1
        if let bytes = try fileBeginning(source, limit: limit) { return try read(bytes, source) }
        guard ResultKey(source) != nil else { throw MissingRound(ReplayWords.noFile(source)) }
        return try accountRound(source)
    }

    private func fileBeginning(_ path: String, limit: Int) throws(UsageError) -> [UInt8]? {
        do throws(LibraryError) {
            return try WholeFile.readBeginning(of: path, limit: limit)
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
    }

    private func read(_ bytes: [UInt8], _ source: String) throws(UsageError) -> PlayedRound {
        do throws(RoundFileFlaw) {
            return try RoundReader.round(in: bytes)
        } catch {
            throw .badRecording(path: source, error.sentence)
        }
    }

    /// Returns the account's round that the word names; throws `MissingRound` if there is none to
    /// show.
    private func accountRound(_ word: String) throws -> PlayedRound {
        let context = try AccountCommandContext(options.lobby)
        defer { context.route.closeConnections() }
        guard let account = context.signedInAccount() else {
            throw MissingRound(AccountWords.notSignedInError)
        }
        let (known, refusal) = context.records(of: account, in: [.result])
        let records = known.records
        let found = records.resultKey(word).flatMap { key in
            records.result(key).map { (key, $0) }
        }
        guard context.warnOfOldData(known, refusal, isEmpty: found == nil) else {
            throw MissingRound(nil, .serverUnreachable)
        }
        guard let (key, result) = found else {
            throw MissingRound(ReplayWords.noFinishedRound(word, of: records.roundCount))
        }
        guard let round = result.playedRound(by: account.name.shown, under: key) else {
            throw MissingRound(ReplayWords.movesUnknown(word))
        }
        return round
    }

    /// The reason why there is no round to show.
    private struct MissingRound: Error {
        /// The message; nil if it has been printed.
        let sentence: String?
        let status: ExitStatus

        init(_ sentence: String?, _ status: ExitStatus = .notFound) {
            (self.sentence, self.status) = (sentence, status)
        }
    }

    private func say(_ line: String) {
        Descriptor.standardOutput.writeLine(line)
    }
}
