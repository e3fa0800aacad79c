/// What a file of completions says to whoever opens it, and what a shell says of a word to come.
package enum CompletionWords {
    package static func remark(on shell: String) -> String {
        "\(shell) completion for tictactoe; made by tictactoe completions \(shell)"
    }

    package static let file = "file"
    package static let value = "value"
}
