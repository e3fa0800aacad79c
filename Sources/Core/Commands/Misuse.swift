package import Drawing

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
        case .unknownCommand(let word): "there is no command \(word.quoted); \(Self.advice(word))"
        case .unknownOption(let flag):
            "there is no option \(flag.quoted); \(Self.advice(onFlag: flag))"
        case .optionElsewhere(let option, let command):
            "\(command.rawValue) has no option \(option.flag); \(option.owners)"
        case .noValue(let option):
            "--\(option.name) needs something behind it: \(option.usage)"
        case .needlessValue(let flag): "\(flag) stands alone, without a value"
        case .badValue(let option, let text, let flaw, let origin):
            "\(option.source(origin)): \(flaw.sentence(about: text))"
        case .contradiction(let one, let other): "\(one.flag) and \(other.flag) exclude each other"
        case .incomplete(let one, let other): "\(one.flag) needs \(other.flag) as well"
        case .nobody(let one, let other):
            "nobody would come: \(one.flag) or \(other.flag) must be more than 0"
        case .tooMuch(let word): "nothing can be done with \(word.quoted) here"
        case .noOperand(let command): "say more: \(command.usage)"
        case .unknownOperand(let word, .help): "\(Self.unknownCommand(word))"
        case .unknownOperand(let word, let command): command.complaint(about: word)
        case .badCode(let word): "\(word.quoted) is no code; a code is 4 to 12 letters and digits"
        case .badConfiguration(let path, let line, let flaw): "\(path):\(line): \(flaw.sentence)"
        case .badTheme(let path, let flaw): "\(path):\(flaw.sentence)"
        case .badRecording(let path, let flaw): "\(path): \(flaw)"
        case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
        }
    }

    private static func advice(_ word: String) -> String {
        CommandName.shown.map(\.rawValue).nearest(to: word).map { "did you mean \($0)?" }
            ?? "tictactoe --help lists them all"
    }

    private static func advice(onFlag flag: String) -> String {
        let flags = Option.all.map(\.flag) + Option.all.map { "--\($0.name)" }
        return flags.nearest(to: flag).map { "did you mean \($0)?" }
            ?? "tictactoe --help tells what there is"
    }
}

extension Option {
    /// Tells the commands that it means something to.
    fileprivate var owners: String {
        let commands = CommandName.shown.filter { $0.options.contains(self) }.map(\.rawValue)
        return commands.listed(with: "and") + (commands.count == 1 ? " has" : " have")
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
        let nearest = operandWords.nearest(to: word).map { "did you mean \($0)?" }
        let advice =
            nearest ?? "there are \(operandWords.listed(with: "and"))"
        return switch self {
        case .bot: "no bot is called \(word.quoted); \(advice)"
        case .completions: "no shell is called \(word.quoted); \(advice)"
        case .manual: "no page is called \(word.quoted); \(advice)"
        case .play, .join, .watch, .players, .local, .serve, .background, .backup, .door, .load,
            .doctor, .help:
            "\(rawValue) knows no \(word.quoted); \(advice)"
        }
    }
}

extension [String] {
    /// In a sentence: `one, two and three`.
    func listed(with word: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(word) " + last
    }
}
