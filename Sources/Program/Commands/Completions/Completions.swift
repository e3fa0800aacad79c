/// What a shell needs to complete our words, made from the table of options.
package struct Completions: Hashable, Sendable {
    package let text: String

    package init(_ shell: ShellName) {
        text =
            switch shell {
            case .bash: Self.bash
            case .zsh: Self.zsh
            case .fish: Self.fish
            }
    }
}
