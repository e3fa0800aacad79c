/// What might have been meant, or where it stands: the second half of a complaint.
package enum AdviceWords {
    package static func meant(_ word: String) -> String { "did you mean \(word)?" }

    package static func choices(_ words: [String]) -> String {
        "there are \(ListWords.all(words))"
    }

    package static let commands = "tictactoe --help lists them all"
    package static let options = "tictactoe --help tells what there is"
    package static let purposes = "man 5 tictactoe lists what keys are for"
    package static let settings = "man 5 tictactoe lists them all"
}
