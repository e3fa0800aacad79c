import Commands
internal import Game
import PlainText
import Play
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import Visit
import Wording

/// `replay` and `export`: a round of the account, of a file, or of standard input, seen again or
/// written down. No server is asked.
struct RoundCommand {
    private let options: RoundOptions

    init(_ options: RoundOptions) {
        self.options = options
    }

    func replay() throws -> Int32 {
        guard let round = try round() else { return ExitStatus.notFound.rawValue }
        if isPlain {
            for line in RoundText.lines(round, withNotes: true) { say(line) }
            return ExitStatus.done.rawValue
        }
        if options.source == "-" { try Descriptor.standardInput.becomeTerminal() }
        return try PlayCommand(options.screen, showing: round).run()
    }

    func export() throws -> ExitStatus {
        guard let round = try round() else { return .notFound }
        switch RoundFormat(rawValue: options.format) {
        case .text, nil: RoundText.lines(round).forEach(say)
        case .json: say(RoundText.json(round))
        case .cast: RoundCast.lines(round).forEach(say)
        }
        return .done
    }

    private var isPlain: Bool {
        options.screen.isPlain || !Descriptor.standardOutput.isTerminal
    }

    private func round() throws -> PlayedRound? {
        guard let source = options.source else { return try result("1") }
        if source == "-" {
            return try read(Descriptor.standardInput.read(limit: RoundReader.longest + 1), source)
        }
        // A number is a result, whatever files there are; a file can be named by its folder, too.
        if Int(source) != nil { return try result(source) }
        let limit = RoundReader.longest + 1
        if let bytes = try file(source, limit: limit) { return try read(bytes, source) }
        guard ResultKey(source) != nil else { return refuse(ReplayWords.noFile(source)) }
        return try result(source)
    }

    private func file(_ path: String, limit: Int) throws(Misuse) -> [UInt8]? {
        do throws(LibraryError) {
            return try WholeFile.readBeginning(of: path, limit: limit)
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
    }

    private func read(_ bytes: [UInt8], _ source: String) throws(Misuse) -> PlayedRound {
        do throws(RoundFileFlaw) {
            return try RoundReader.round(in: bytes)
        } catch {
            throw .badRecording(path: source, error.sentence)
        }
    }

    /// A round of the account, from the copy on this machine.
    private func result(_ word: String) throws -> PlayedRound? {
        let context = try CommandContext(options.lobby)
        defer { context.route.close() }
        guard let (copy, file) = context.signedIn() else {
            return refuse(AccountWords.notSignedIn)
        }
        file?.close()
        guard let key = copy.records.resultKey(word), let result = copy.records.result(key) else {
            return refuse(ReplayWords.noResult(word))
        }
        return result.played(by: copy.account.name, under: key)
            ?? refuse(ReplayWords.movesUnknown(word))
    }

    private func refuse(_ sentence: String) -> PlayedRound? {
        complain(sentence)
        return nil
    }

    private func say(_ line: String) {
        Descriptor.standardOutput.say(line)
    }
}
