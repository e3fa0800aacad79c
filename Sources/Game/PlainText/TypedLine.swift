internal import Commands
internal import Game
internal import Wording

/// What somebody typed.
enum TypedLine: Hashable {
    case square(Int)
    case word(LineWord, rest: String)
    case nothing
    case unknown(String)

    init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1)
        guard let first = words.first else {
            self = .nothing
            return
        }
        let rest = words.count > 1 ? words[1].split(separator: " ").joined(separator: " ") : ""
        if let number = Int(first), (1...Board.squareCount).contains(number), rest.isEmpty {
            self = .square(number)
        } else if let word = LineWord(typed: first.lowercased()) {
            self = .word(word, rest: rest)
        } else {
            self = .unknown(String(first))
        }
    }

    /// What is said to somebody who typed what there is not.
    static func complaint(about word: String) -> String {
        let nearest = LineWord.allCases.map(\.rawValue).nearest(to: word.lowercased())
        return LineWord.complaint(about: word, nearest: nearest)
    }
}
