package import Drawing
internal import Wording

/// Why the program can't do what it was started for: the words it was given make no sense to it.
package enum Misuse: Error, Hashable, Sendable {
    case unknownCommand(String)
    case unknownOption(String)
    /// The option is known, but means nothing to this command.
    case optionElsewhere(Option, CommandName)
    case noValue(Option)
    case needlessValue(String)
    case badValue(Option, text: String, ValueFlaw, SettingOrigin)
    case contradiction(Option, Option)
    case incomplete(Option, without: Option)
    /// The option is about an engine on encrypted connections, and they are not.
    case unencryptedEngine(Option)
    /// Nothing says where those are who are kept out.
    case homelessBan
    /// Both options count people, and there is to be none of either.
    case nobody(Option, Option)
    case tooMuch(String)
    case noOperand(CommandName)
    case unknownOperand(String, CommandName)
    case badCode(String)
    case badConfiguration(path: String, line: Int, ConfigFlaw)
    case badTheme(path: String, ThemeFlaw)
    /// What was to be replayed is no recording, or none that this program can read.
    case badRecording(path: String, String)
    /// A file that was named can't be read.
    case unreadable(path: String, reason: String)
}

extension Misuse: CustomStringConvertible {
    /// One sentence: what is wrong, and what would be right.
    package var description: String {
        switch self {
        case .unknownCommand(let word): Self.sentence(aboutCommand: word)
        case .unknownOption(let flag): Self.sentence(aboutOption: flag)
        case .optionElsewhere(let option, let command):
            MisuseWords.optionElsewhere(
                command: command.rawValue, flag: option.flag, owners: option.owners)
        case .noValue(let option): MisuseWords.noValue(name: option.name, usage: option.usage)
        case .needlessValue(let flag): MisuseWords.needlessValue(flag)
        case .badValue(let option, let text, let flaw, let origin):
            MisuseWords.badValue(
                at: option.source(origin), flaw: flaw.sentence(about: text))
        case .contradiction(let one, let other): MisuseWords.contradiction(one.flag, other.flag)
        case .incomplete(let one, let other): MisuseWords.incomplete(one.flag, without: other.flag)
        case .unencryptedEngine(let option):
            MisuseWords.incomplete(option.flag, without: EngineAddress.encryptedUsage)
        case .homelessBan:
            MisuseWords.incomplete(
                "\(CommandName.ban.rawValue)",
                without: "\(Option.bans.flag) \(PlaceholderWords.file)")
        case .nobody(let one, let other): MisuseWords.nobody(one.flag, other.flag)
        case .tooMuch(let word): MisuseWords.tooMuch(word)
        case .noOperand(let command): MisuseWords.noOperand(usage: command.usage)
        case .unknownOperand(let word, .help): Self.sentence(aboutCommand: word)
        case .unknownOperand(let word, let command): command.complaint(about: word)
        case .badCode(let word): MisuseWords.badCode(word)
        case .badConfiguration(let path, let line, let flaw): "\(path):\(line): \(flaw.sentence)"
        case .badTheme(let path, let flaw): "\(path):\(flaw.sentence)"
        case .badRecording(let path, let flaw): "\(path): \(flaw)"
        case .unreadable(let path, let reason):
            MisuseWords.unreadable(path: path, reason: reason)
        }
    }

    private static func sentence(aboutCommand word: String) -> String {
        let commands = CommandName.shown.map(\.rawValue)
        return MisuseWords.unknownCommand(
            word, advice: commands.advice(for: word, otherwise: AdviceWords.commands))
    }

    private static func sentence(aboutOption flag: String) -> String {
        let flags = Option.all.map(\.flag) + Option.all.map { "--\($0.name)" }
        return MisuseWords.unknownOption(
            flag, advice: flags.advice(for: flag, otherwise: AdviceWords.options))
    }
}

extension Option {
    /// The commands that it means something to.
    fileprivate var owners: [String] {
        CommandName.shown.filter { $0.options.contains(self) }.map(\.rawValue)
    }

    /// Where the value was given, for people.
    fileprivate func source(_ origin: SettingOrigin) -> String {
        switch origin {
        case .commandLine, .standard: "--\(name)"
        case .environment, .file: "\(origin)"
        }
    }
}

extension CommandName {
    fileprivate func complaint(about word: String) -> String {
        let advice = operandWords.advice(for: word)
        return switch self {
        case .bot: MisuseWords.unknownBot(word, advice: advice)
        case .completions: MisuseWords.unknownShell(word, advice: advice)
        case .manual: MisuseWords.unknownPage(word, advice: advice)
        case .play, .join, .watch, .players, .account, .stats, .friends, .games, .status, .local,
            .puzzle, .replay, .export, .serve, .background, .backup, .copy, .accounts, .ban,
            .door, .load,
            .doctor, .help:
            MisuseWords.unknownOperand(word, of: rawValue, advice: advice)
        }
    }
}
