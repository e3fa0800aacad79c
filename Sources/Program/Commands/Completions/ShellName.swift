/// A shell that can complete our words.
package enum ShellName: String, Hashable, Sendable, CaseIterable {
    case bash
    case zsh
    case fish
}
