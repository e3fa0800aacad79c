internal import Drawing
internal import Lobby

extension UsageError: CustomStringConvertible {
    /// A message about the error. Most messages contain a way to correct the error.
    package var description: String {
        switch self {
        case .unknownCommand(let word):
            "unknown command \(word.quoted)"
                + CommandName.shown.map(\.rawValue).advice(
                    for: word, otherwise: "tictactoe --help lists the commands")
        case .unknownOption(let flag, let command):
            Self.sentence(aboutUnknownOption: flag, of: command)
        case .optionOfOtherCommands(let option, let command):
            "\(command.rawValue) has no option \(option.flag) (\(option.ownersClause))"
        case .optionOfOtherActions(let option, let command, let action):
            "\(command.rawValue) \(action) has no option \(option.flag)"
        case .noValue(let option): "--\(option.name) needs a value: \(option.usage)"
        case .unexpectedValue(let flag): "\(flag) takes no value"
        case .badValue(let option, let text, let flaw, let origin):
            "\(option.source(origin)): \(flaw.sentence(about: text))"
        case .incompatibleOptions(let one, let other):
            "\(one) and \(other) can't be used together"
        case .missingOption(let one, let other): "\(one) needs \(one.name(of: other))"
        case .unencryptedRedis(let option):
            "\(option) needs \(RedisHostsURL.encryptedUsage)"
        case .unsharedStore(let option): "\(option) needs \(RedisHostsURL.usage)"
        case .noBanList: "ban needs \(Option.bans.flag) FILE or \(RedisHostsURL.usage)"
        case .missingApp(let action): "accounts \(action) needs \(Option.app.usage)"
        case .surplusOperand(let word, let command, let action):
            "unexpected argument \(word.quoted). usage: \(command.usage(of: action))"
        case .missingOperand(let name, let command, let action):
            "missing \(name). usage: \(command.usage(of: action))"
        case .unknownOperand(let word, let command): command.sentence(aboutUnknownOperand: word)
        case .badRedisAddress(let text): ValueFlaw.badRedisAddress.sentence(about: text)
        case .badCode(let word): Self.sentence(aboutBadCode: word)
        case .badSquare(let word): "no square \(word.quoted): the squares are 1 to 9"
        case .badConfiguration(let path, let line, let flaw): "\(path):\(line): \(flaw.sentence)"
        case .badTheme(let path, let flaw): "\(path):\(flaw.sentence)"
        case .badRecording(let path, let flaw): "\(path): \(flaw)"
        case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
        }
    }

    private static func sentence(
        aboutUnknownOption flag: String, of command: CommandName?
    ) -> String {
        // The option that turns the ssh server off has a name of its own.
        let meant = flag == "--no-\(Option.ssh.name)" ? Option.door.flag : flag
        let options =
            command.map { $0.options + CommandName.commonOptions + [.version] } ?? Option.all
        let flags = options.map(\.flag) + options.map { "--\($0.name)" }
        let name = command?.rawValue ?? "COMMAND"
        let advice = flags.advice(
            for: meant, otherwise: "tictactoe \(name) --help lists the options")
        return "unknown option \(flag.quoted)\(advice)"
    }

    private static func sentence(aboutBadCode word: String) -> String {
        let lengths = JoinCode.lengths
        return "\(word.quoted) is not an invite code: a code has \(lengths.lowerBound) to "
            + "\(lengths.upperBound) letters and digits"
    }
}

extension Option {
    /// A clause that names the commands with this option, such as `serve has it`.
    fileprivate var ownersClause: String {
        let owners = CommandName.shown.filter { $0.options.contains(self) }.map(\.rawValue)
        return "\(ListWords.andList(owners)) \(owners.count == 1 ? "has" : "have") it"
    }

    /// Returns the source of a value: the option's flag, the environment variable, or the file's
    /// line and setting. The source of a default is the flag.
    fileprivate func source(_ origin: SettingOrigin) -> String {
        switch origin {
        case .commandLine, .standard: "--\(name)"
        case .environment: "\(origin)"
        case .file: "\(origin): \(name)"
        }
    }
}

extension OptionSource: CustomStringConvertible {
    /// The flag of an option on the command line; otherwise the environment variable, or the file's
    /// line and setting. The form of the value follows, if there is one.
    package var description: String {
        switch origin {
        case .commandLine, .standard: option.flag + (valueForm.map { " \($0)" } ?? "")
        case .environment: option.source(origin) + (valueForm.map { "=\($0)" } ?? "")
        case .file: option.source(origin) + (valueForm.map { " = \($0)" } ?? "")
        }
    }

    /// Returns the name of another option, which the user can set where this one is: a setting if
    /// this one is in a file, otherwise the flag.
    fileprivate func name(of other: Option) -> String {
        if case .file = origin, !other.isCommandLineOnly { return "the setting \(other.name)" }
        return other.flag
    }
}

extension CommandName {
    fileprivate func sentence(aboutUnknownOperand word: String) -> String {
        let advice = operandWords.advice(
            for: word, otherwise: self == .help ? "tictactoe help --help lists the topics" : nil)
        return "\(rawValue): unknown \(choiceNoun) \(word.quoted)\(advice)"
    }
}

extension ConfigFlaw {
    fileprivate var sentence: String {
        switch self {
        case .notUTF8: FileFlawWords.notUTF8
        case .noEqualsSign: "expected name = value, or # and a comment"
        case .unknownKey(let key):
            "unknown setting \(key.quoted)"
                + Option.settings.map(\.name).advice(
                    for: key, otherwise: "tictactoe help config lists the settings")
        case .commandLineOnly(let key): "--\(key) works only on the command line"
        case .givenTwice(let key, let line): "\(key) is already set on line \(line)"
        case .badValue(let option, let flaw, let text):
            "\(option.name): \(flaw.sentence(about: text))"
        }
    }
}

extension ThemeFlaw {
    /// The line number and the flaw.
    fileprivate var sentence: String {
        switch self {
        case .unknownStyle(let word, let line):
            "\(line): unknown style \(word.quoted)\(Style.names.advice(for: word))"
        case .unknownWord(let word, let line):
            "\(line): \(word.quoted) is not a colour, bold, dim, underline, reverse or on"
        case .styleTwice(let word, let line): "\(line): \(word) is already set"
        }
    }
}

/// Flaws of files that several commands report.
package enum FileFlawWords {
    package static var noSuchFile: String { "no such file" }
    static var notUTF8: String { "not valid UTF-8" }
}

extension [String] {
    /// Returns advice with the most similar word. If no word is similar, returns `otherwise`, or a
    /// list of all words if `otherwise` is nil.
    func advice(for word: String, otherwise: String? = nil) -> String {
        nearest(to: word).map { ". Did you mean \($0)?" }
            ?? " (\(otherwise ?? joined(separator: ", ")))"
    }
}

extension ExitStatus {
    var meaning: String {
        switch self {
        case .done: "success"
        case .failed: "failure; the error message gives the reason"
        case .misused:
            "a mistake on the command line, in the environment or in a configuration file"
        case .serverUnreachable:
            "the server can't be reached, closes the connection because it is full or you are"
                + " banned, or is not a tictactoe server"
        case .notFound:
            "no such player, match, round, session or invite code, or no account is signed in;"
                + " for status: no game is waiting for your move"
        case .refused:
            "refused by the server: its lobby is full, or your token or version is wrong;"
                + " by ssh also: you are banned"
        }
    }
}
