import Commands
internal import Guests
import SharedLog
import SimperiumLoop
import SimperiumServer
import Wording

/// `tictactoe ban`: keeps somebody out, by the list of one server or of all that share an engine.
struct BanCommand {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let options: BanOptions

    init(_ options: BanOptions) throws {
        self.options = options
        guard options.action == .add else { return }
        do throws(BanFlaw) { _ = try AccessList(line: options.line) } catch {
            throw Failure(description: BanWords.badLine("\(error)"))
        }
    }

    func run() throws -> ExitStatus {
        switch options.place {
        case .file(let path): try change(path)
        case .engine(let engine): try change(try EnginePlace(engine))
        }
    }

    private func change(_ path: String) throws -> ExitStatus {
        let isThere = Folder.holds(path)
        if !isThere, options.action != .add {
            throw Failure(
                description: MisuseWords.unreadable(path: path, reason: ConfigWords.noSuchFile))
        }
        let list = isThere ? try Configuration.bans(path) : AccessList()
        switch options.action {
        case .list: return tell(list.lines)
        case .add:
            let others = list.removing(options.target) ?? list
            try WholeFile.replace(path, with: others.adding([options.line]).bytes)
            say(BanWords.added(options.target))
        case .remove:
            guard let others = list.removing(options.target) else { return complain() }
            try WholeFile.replace(path, with: others.bytes)
            say(BanWords.removed(options.target))
        }
        say(BanWords.reload(path))
        return .done
    }

    private func change(_ engine: EnginePlace) throws -> ExitStatus {
        let deed: OperatorDeed =
            switch options.action {
            case .list: .bans(known: nil)
            case .add: .ban(options.target, line: options.line)
            case .remove: .unban(options.target)
            }
        do {
            switch try EngineInquiry.ask(deed, at: engine) {
            case .bans(let lines, _): return tell(lines)
            case .nobody: return complain()
            default:
                let isAdded = options.action == .add
                say((isAdded ? BanWords.added : BanWords.removed)(options.target))
                return .done
            }
        } catch let failure as EngineInquiry.Failure {
            throw Failure(description: BanWords.noEngine(failure.sentence))
        }
    }

    private func tell(_ lines: [String]) -> ExitStatus {
        let bans = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        if bans.isEmpty { say(BanWords.none) }
        for line in bans { Descriptor.standardOutput.say(line) }
        return .done
    }

    private func complain() -> ExitStatus {
        Descriptor.standardError.say("tictactoe: \(BanWords.notThere(options.target))")
        return .failed
    }

    private func say(_ sentence: String) {
        Descriptor.standardOutput.say("tictactoe: \(sentence)")
    }
}
