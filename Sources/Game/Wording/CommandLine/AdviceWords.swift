/// The end of an error message: the most similar word, or a way to find the right one.
package enum AdviceWords {
    package static func meant(_ word: String) -> String { ". Did you mean \(word)?" }

    package static func choices(_ words: [String]) -> String {
        " (\(words.joined(separator: ", ")))"
    }

    package static let commands = " (tictactoe --help lists the commands)"
    package static let topics = " (tictactoe help --help lists the topics)"
    package static let options = " (tictactoe COMMAND --help lists the options)"
    package static let purposes = " (man 5 tictactoe lists the actions)"
    package static let settings = " (man 5 tictactoe lists the settings)"
}
