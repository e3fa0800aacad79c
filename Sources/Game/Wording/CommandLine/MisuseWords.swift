internal import Drawing
internal import Lobby

/// Errors in the words of the command line.
///
/// An `advice` ends a message. `AdviceWords` has them.
package enum MisuseWords {
    package static func unknownCommand(_ word: String, advice: String) -> String {
        "unknown command \(word.quoted)\(advice)"
    }

    package static func unknownOption(_ flag: String, advice: String) -> String {
        "unknown option \(flag.quoted)\(advice)"
    }

    /// `owners` are the commands that have the option.
    package static func optionElsewhere(
        command: String, flag: String, owners: [String]
    ) -> String {
        let verb = owners.count == 1 ? "has" : "have"
        return "\(command) has no option \(flag) (\(ListWords.all(owners)) \(verb) it)"
    }

    package static func noValue(name: String, usage: String) -> String {
        "--\(name) needs a value: \(usage)"
    }

    package static func needlessValue(_ flag: String) -> String {
        "\(flag) takes no value"
    }

    /// `source` is the flag, variable or line that gave the value.
    package static func badValue(at source: String, flaw: String) -> String {
        "\(source): \(flaw)"
    }

    package static func contradiction(_ one: String, _ other: String) -> String {
        "\(one) and \(other) can't be used together"
    }

    package static func incomplete(_ one: String, without other: String) -> String {
        "\(one) needs \(other)"
    }

    package static func nobody(_ one: String, _ other: String) -> String {
        "\(one) or \(other) must be greater than 0"
    }

    package static func tooMuch(_ word: String, usage: String) -> String {
        "unexpected argument \(word.quoted). usage: \(usage)"
    }

    /// `name` is the placeholder of the missing word.
    package static func noOperand(_ name: String, usage: String) -> String {
        "missing \(name). usage: \(usage)"
    }

    package static func badCode(_ word: String) -> String {
        "\(word.quoted) is not an invite code: \(JoinCode.rule)"
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
