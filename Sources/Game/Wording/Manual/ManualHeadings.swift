/// The headings of the manual's pages, and what stands at their head.
///
/// The pages around here are written in mandoc's language only as far as a sentence needs it: for
/// the names of programs, options and files in it, and for hyphens that must stay. Headings, lists
/// and examples are laid out by `Manual`.
package enum ManualHeadings {
    package static func remark(on page: String) -> String { "Made by tictactoe manual \(page)" }

    package static let name = "NAME"
    package static let synopsis = "SYNOPSIS"
    package static let description = "DESCRIPTION"
    package static let options = "OPTIONS"
    package static let settings = "SETTINGS"
    package static let keys = "KEYS"
    package static let care = "LOOKING AFTER A SERVER"
    package static let signals = "SIGNALS"
    package static let environment = "ENVIRONMENT"
    package static let files = "FILES"
    package static let limits = "LIMITS"
    package static let exitStatus = "EXIT STATUS"
    package static let examples = "EXAMPLES"
    package static let seeAlso = "SEE ALSO"

    /// What holds if nothing is said, behind what an option is for.
    package static func otherwise(_ usual: String) -> String { "; otherwise \(usual)" }

    /// The words behind what they are for.
    package static func choices(_ words: [String]) -> String { ": \(ListWords.any(words))" }

    package static func sentence(of words: [String]) -> String { ListWords.all(words) + "." }
}
