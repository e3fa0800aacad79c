/// The headings of the man pages, and the remark in their first line.
///
/// The texts in this folder contain mandoc macros only inside sentences: for the names of programs,
/// options and files, and for hyphens that a reader may copy. `Manual` lays out headings, lists
/// and examples.
package enum ManualHeadings {
    package static func remark(on page: String) -> String { "Made by tictactoe manual \(page)" }

    package static let name = "NAME"
    package static let synopsis = "SYNOPSIS"
    package static let description = "DESCRIPTION"
    package static let commands = "COMMANDS"
    package static let options = "OPTIONS"
    package static let commandsAndOptions = "COMMANDS AND OPTIONS"
    package static let settings = "SETTINGS"
    package static let keys = "KEYS"
    package static let recordings = "RECORDINGS"
    package static let signals = "SIGNALS"
    package static let environment = "ENVIRONMENT"
    package static let files = "FILES"
    package static let limits = "LIMITS"
    package static let exitStatus = "EXIT STATUS"
    package static let examples = "EXAMPLES"
    package static let seeAlso = "SEE ALSO"

    /// The default of an option, behind its summary.
    package static func otherwise(_ usual: String) -> String { "; default: \(usual)" }

    /// The values of an option, behind its summary.
    package static func choices(_ words: [String]) -> String { ": \(ListWords.any(words))" }

    package static func sentence(of words: [String]) -> String { ListWords.all(words) + "." }
}
