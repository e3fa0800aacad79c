package import Drawing
internal import Lobby
internal import SimperiumWebWire

/// An error in the command line, in the environment or in a file that they name.
package enum UsageError: Error, Hashable, Sendable {
    case unknownCommand(String)
    case unknownOption(String)
    /// The option belongs to other commands. This command has no such option.
    case optionElsewhere(Option, CommandName)
    case noValue(Option)
    case needlessValue(String)
    case badValue(Option, text: String, ValueFlaw, SettingOrigin)
    case contradiction(Option, Option)
    case incomplete(Option, without: Option)
    /// The option requires an encrypted connection to Redis.
    case unencryptedEngine(Option)
    /// No option names a ban list.
    case homelessBan
    /// An action on notes requires the name of an app: the game has no notes.
    case noApp(action: String)
    /// A surplus word after the command or its action.
    case tooMuch(String, CommandName, action: String? = nil)
    /// A missing word, by its placeholder.
    case noOperand(String, CommandName, action: String? = nil)
    case unknownOperand(String, CommandName)
    case badCode(String)
    case badSquare(String)
    case badConfiguration(path: String, line: Int, ConfigFlaw)
    case badTheme(path: String, ThemeFlaw)
    /// The recording can't be read by this program.
    case badRecording(path: String, String)
    /// The named file can't be read.
    case unreadable(path: String, reason: String)
}

extension UsageError: CustomStringConvertible {
    /// The error and a way to correct it.
    package var description: String {
        switch self {
        case .unknownCommand(let word): Self.sentence(aboutCommand: word)
        case .unknownOption(let flag): Self.sentence(aboutOption: flag)
        case .optionElsewhere(let option, let command):
            UsageErrorWords.optionElsewhere(
                command: command.rawValue, flag: option.flag, owners: option.owners)
        case .noValue(let option): UsageErrorWords.noValue(name: option.name, usage: option.usage)
        case .needlessValue(let flag): UsageErrorWords.needlessValue(flag)
        case .badValue(let option, let text, let flaw, let origin):
            UsageErrorWords.badValue(
                at: option.source(origin), flaw: flaw.sentence(about: text))
        case .contradiction(let one, let other): UsageErrorWords.contradiction(one.flag, other.flag)
        case .incomplete(let one, let other):
            UsageErrorWords.incomplete(one.flag, without: other.flag)
        case .unencryptedEngine(let option):
            UsageErrorWords.incomplete(option.flag, without: RedisHostsURL.encryptedUsage)
        case .homelessBan:
            UsageErrorWords.incomplete(
                CommandName.ban.rawValue,
                without: ListWords.orList([
                    "\(Option.bans.flag) \(PlaceholderWords.file)",
                    "\(Option.store.flag) \(PlaceholderWords.engine)",
                ]))
        case .noApp(let action):
            UsageErrorWords.incomplete(
                "\(CommandName.accounts.rawValue) \(action)", without: Option.app.usage)
        case .tooMuch(let word, let command, let action):
            UsageErrorWords.unexpectedArgument(word, usage: command.usage(of: action))
        case .noOperand(let name, let command, let action):
            UsageErrorWords.noOperand(name, usage: command.usage(of: action))
        case .unknownOperand(let word, let command): command.unknownOperandMessage(about: word)
        case .badCode(let word): UsageErrorWords.badCode(word)
        case .badSquare(let word): UsageErrorWords.badSquare(word)
        case .badConfiguration(let path, let line, let flaw): "\(path):\(line): \(flaw.sentence)"
        case .badTheme(let path, let flaw): "\(path):\(flaw.sentence)"
        case .badRecording(let path, let flaw): "\(path): \(flaw)"
        case .unreadable(let path, let reason):
            UsageErrorWords.unreadable(path: path, reason: reason)
        }
    }

    private static func sentence(aboutCommand word: String) -> String {
        let commands = CommandName.shown.map(\.rawValue)
        return UsageErrorWords.unknownCommand(
            word, advice: commands.advice(for: word, otherwise: UsageErrorAdviceWords.commands))
    }

    private static func sentence(aboutOption flag: String) -> String {
        let flags = Option.all.map(\.flag) + Option.all.map { "--\($0.name)" }
        return UsageErrorWords.unknownOption(
            flag, advice: flags.advice(for: flag, otherwise: UsageErrorAdviceWords.options))
    }
}

extension Option {
    /// The commands that have the option.
    fileprivate var owners: [String] {
        CommandName.shown.filter { $0.options.contains(self) }.map(\.rawValue)
    }

    /// Returns the flag, the variable or the line that gave the value.
    fileprivate func source(_ origin: SettingOrigin) -> String {
        switch origin {
        case .commandLine, .standard: "--\(name)"
        case .environment, .file: "\(origin)"
        }
    }
}

extension CommandName {
    fileprivate func unknownOperandMessage(about word: String) -> String {
        let advice = operandWords.advice(for: word)
        return switch self {
        case .bot: UsageErrorWords.unknownBot(word, advice: advice)
        case .completions: UsageErrorWords.unknownShell(word, advice: advice)
        case .manual: UsageErrorWords.unknownPage(word, advice: advice)
        case .help:
            UsageErrorWords.unknownTopic(
                word,
                advice: operandWords.advice(for: word, otherwise: UsageErrorAdviceWords.topics))
        case .copy: ValueFlawWords.badRedisAddress(word)
        case .play, .join, .watch, .players, .account, .stats, .friends, .games, .status, .local,
            .puzzle, .replay, .export, .serve, .background, .backup, .accounts, .ban, .door,
            .doctor:
            UsageErrorWords.unknownOperand(word, of: rawValue, advice: advice)
        }
    }
}

extension ValueFlaw {
    /// Returns the error in `text` and a way to correct it.
    func sentence(about text: String) -> String {
        switch self {
        case .empty: ValueFlawWords.empty
        case .notYesOrNo: ValueFlawWords.notYesOrNo(text)
        case .notNumber(let range): ValueFlawWords.notNumber(text, in: range)
        case .notAmong(let words):
            words.nearest(to: text).map {
                ValueFlawWords.notAmong(text, advice: UsageErrorAdviceWords.didYouMean($0))
            } ?? ValueFlawWords.notAmong(text, but: words)
        case .name(let flaw): ValueFlawWords.badName(text, flaw: flaw.sentence)
        case .server(let flaw): ValueFlawWords.badServer(text, flaw: flaw.sentence)
        case .tooManyServers: ValueFlawWords.tooManyServers(most: LobbyOptions.mostServers)
        case .badEndpoint: ValueFlawWords.badEndpoint(text, example: "\(ListenEndpoint.usual)")
        case .badAppName: ValueFlawWords.badAppName(text)
        case .badAddresses: ValueFlawWords.badAddresses(text)
        case .badOrigin: ValueFlawWords.badOrigin(text)
        case .badEngine: ValueFlawWords.badRedisAddress(text)
        case .badBinding: ValueFlawWords.badKeyBinding(text)
        case .unknownPurpose(let name): Self.sentence(aboutPurpose: name)
        case .unknownKey(let key): ValueFlawWords.unknownKey(key)
        case .keyTaken(let stroke, let other): ValueFlawWords.keyTaken("\(stroke)", by: other)
        }
    }

    private static func sentence(aboutPurpose name: String) -> String {
        let purposes = BindableAction.allCases.map(\.rawValue)
        return ValueFlawWords.unknownPurpose(
            name, advice: purposes.advice(for: name, otherwise: UsageErrorAdviceWords.purposes))
    }
}

extension NameFlaw {
    fileprivate var sentence: String {
        switch self {
        case .empty: ValueFlawWords.Name.empty
        case .tooWide: ValueFlawWords.Name.tooWide(most: PlayerName.widest)
        case .blanksAstray: ValueFlawWords.Name.blanksAstray
        case .marksAstray: ValueFlawWords.Name.marksAstray
        case .notAllowed(let scalar): ValueFlawWords.Name.notAllowed(String(scalar))
        }
    }
}

extension WebSocketAddress.Flaw {
    fileprivate var sentence: String {
        switch self {
        case .unknownScheme: ValueFlawWords.Address.unknownScheme
        case .noHost: ValueFlawWords.Address.noHost
        case .badHost: ValueFlawWords.Address.badHost
        case .badPort: ValueFlawWords.Address.badPort
        case .badPath: ValueFlawWords.Address.badPath
        }
    }
}

extension ConfigFlaw {
    var sentence: String {
        switch self {
        case .notUTF8: ConfigFlawWords.notUTF8
        case .noEqualsSign: ConfigFlawWords.noEqualsSign
        case .unknownKey(let key):
            ConfigFlawWords.unknownSetting(
                key,
                advice: Option.settings.map(\.name).advice(
                    for: key, otherwise: UsageErrorAdviceWords.settings))
        case .noSetting(let key): ConfigFlawWords.commandLineOnly(key)
        case .givenTwice(let key, let line): ConfigFlawWords.givenTwice(key, firstLine: line)
        case .badValue(let flaw, let text): flaw.sentence(about: text)
        }
    }
}

extension Collection<String> {
    /// Returns the element most similar to a mistyped word; nil if none is similar enough. A word
    /// of up to three letters is never similar to another one.
    package func nearest(to word: String) -> String? {
        // A mistyped word is not so long, and the work grows with the square of the length.
        guard word.count <= 40 else { return nil }
        let similar = map { (text: $0, slips: $0.editDistance(to: word)) }
            .filter { $0.slips <= ($0.text.count - 1) / 3 }
        return similar.min { $0.slips < $1.slips }?.text
    }
}

extension [String] {
    /// Returns advice with the most similar word. If no word is similar, returns `otherwise`, or a
    /// list of all words if that is nil.
    func advice(for word: String, otherwise: String? = nil) -> String {
        nearest(to: word).map(UsageErrorAdviceWords.didYouMean) ?? otherwise
            ?? UsageErrorAdviceWords.choices(self)
    }
}

extension String {
    /// Returns the edit distance: the smallest number of edits that turn one text into the other.
    /// An edit adds, removes or replaces a letter, or swaps two adjacent letters.
    fileprivate func editDistance(to other: String) -> Int {
        let (old, new) = (Array(self), Array(other))
        var beforeLast: [Int] = []
        var last = Array(0...new.count)
        for row in 0..<old.count {
            var next = [row + 1]
            for column in 0..<new.count {
                var slips = Swift.min(last[column + 1], next[column]) + 1
                slips = Swift.min(slips, last[column] + (old[row] == new[column] ? 0 : 1))
                if row > 0, column > 0, old[row] == new[column - 1], old[row - 1] == new[column] {
                    slips = Swift.min(slips, beforeLast[column - 1] + 1)
                }
                next.append(slips)
            }
            (beforeLast, last) = (last, next)
        }
        return last[new.count]
    }
}

/// Errors in the words of the command line. The `advice` at the end of a message is a text of
/// `UsageErrorAdviceWords`.
package enum UsageErrorWords {
    package static func unknownCommand(_ word: String, advice: String) -> String {
        "unknown command \(word.quoted)\(advice)"
    }

    package static func unknownOption(_ flag: String, advice: String) -> String {
        "unknown option \(flag.quoted)\(advice)"
    }

    /// Returns the error for an option of other commands. `owners` are those commands.
    package static func optionElsewhere(
        command: String, flag: String, owners: [String]
    ) -> String {
        let verb = owners.count == 1 ? "has" : "have"
        return "\(command) has no option \(flag) (\(ListWords.andList(owners)) \(verb) it)"
    }

    package static func noValue(name: String, usage: String) -> String {
        "--\(name) needs a value: \(usage)"
    }

    package static func needlessValue(_ flag: String) -> String {
        "\(flag) takes no value"
    }

    /// Returns the error for an invalid value. `source` is the flag, variable or line that gave it.
    package static func badValue(at source: String, flaw: String) -> String {
        "\(source): \(flaw)"
    }

    package static func contradiction(_ one: String, _ other: String) -> String {
        "\(one) and \(other) can't be used together"
    }

    package static func incomplete(_ one: String, without other: String) -> String {
        "\(one) needs \(other)"
    }

    package static func badSquare(_ word: String) -> String {
        "no square \(word.quoted): the squares are 1 to 9"
    }

    package static func unexpectedArgument(_ word: String, usage: String) -> String {
        "unexpected argument \(word.quoted). usage: \(usage)"
    }

    /// Returns the error for a missing word. `name` is its placeholder.
    package static func noOperand(_ name: String, usage: String) -> String {
        "missing \(name). usage: \(usage)"
    }

    package static func badCode(_ word: String) -> String {
        let lengths = JoinCode.lengths
        return "\(word.quoted) is not an invite code: a code has \(lengths.lowerBound) to "
            + "\(lengths.upperBound) letters and digits"
    }

    package static func unknownBot(_ word: String, advice: String) -> String {
        "bot: unknown level \(word.quoted)\(advice)"
    }

    package static func unknownShell(_ word: String, advice: String) -> String {
        "completions: unknown shell \(word.quoted)\(advice)"
    }

    package static func unknownPage(_ word: String, advice: String) -> String {
        "manual: unknown page \(word.quoted)\(advice)"
    }

    package static func unknownTopic(_ word: String, advice: String) -> String {
        "help: unknown topic \(word.quoted)\(advice)"
    }

    package static func unknownOperand(
        _ word: String, of command: String, advice: String
    ) -> String {
        "\(command): unknown action \(word.quoted)\(advice)"
    }

    package static func unreadable(path: String, reason: String) -> String {
        "\(path) can't be read: \(reason)"
    }
}
