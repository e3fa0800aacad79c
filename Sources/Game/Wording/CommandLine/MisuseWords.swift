internal import Drawing
internal import Lobby

/// What is wrong with the words that the program was given, and what would be right.
///
/// Advice is a sentence's second half, such as `AdviceWords` has.
package enum MisuseWords {
    package static func unknownCommand(_ word: String, advice: String) -> String {
        "there is no command \(word.quoted); \(advice)"
    }

    package static func unknownOption(_ flag: String, advice: String) -> String {
        "there is no option \(flag.quoted); \(advice)"
    }

    /// `owners` are the commands that have it.
    package static func optionElsewhere(
        command: String, flag: String, owners: [String]
    ) -> String {
        let verb = owners.count == 1 ? "has" : "have"
        return "\(command) has no option \(flag); \(ListWords.all(owners)) \(verb)"
    }

    package static func noValue(name: String, usage: String) -> String {
        "--\(name) needs a value: \(usage)"
    }

    package static func needlessValue(_ flag: String) -> String {
        "\(flag) takes no value"
    }

    /// `source` is where the value was given.
    package static func badValue(at source: String, flaw: String) -> String {
        "\(source): \(flaw)"
    }

    package static func contradiction(_ one: String, _ other: String) -> String {
        "\(one) and \(other) can't be used together"
    }

    package static func incomplete(_ one: String, without other: String) -> String {
        "\(one) needs \(other) as well"
    }

    package static func nobody(_ one: String, _ other: String) -> String {
        "nobody would come: \(one) or \(other) must be more than 0"
    }

    package static func tooMuch(_ word: String) -> String {
        "nothing can be done with \(word.quoted) here"
    }

    package static func noOperand(usage: String) -> String { "something is missing: \(usage)" }

    package static func badCode(_ word: String) -> String {
        "\(word.quoted) is no code; \(JoinCode.rule)"
    }

    package static func unknownBot(_ word: String, advice: String) -> String {
        "no bot is called \(word.quoted); \(advice)"
    }

    package static func unknownShell(_ word: String, advice: String) -> String {
        "no shell is called \(word.quoted); \(advice)"
    }

    package static func unknownPage(_ word: String, advice: String) -> String {
        "no page is called \(word.quoted); \(advice)"
    }

    package static func unknownOperand(
        _ word: String, of command: String, advice: String
    ) -> String {
        "\(command) knows no \(word.quoted); \(advice)"
    }

    package static func unreadable(path: String, reason: String) -> String {
        "\(path) can't be read: \(reason)"
    }
}
