internal import Drawing
internal import Wording

/// A question in the line above the keys, and its two answers, the safe one first.
struct QuestionLine {
    private let question: String
    private let answers: [(word: String, isYes: Bool, columns: Range<Int>)]

    /// In a line of so many columns, whose first stays free.
    init(_ words: QuestionWords, columns: Int) {
        let room = max(0, columns - words.no.columns - words.yes.columns - 8)
        question = words.question.shortened(toColumns: room)
        let no = 1 + question.columns + 2
        let yes = no + words.no.columns + 3
        answers = [
            (words.no, false, no..<no + words.no.columns + 2),
            (words.yes, true, yes..<yes + words.yes.columns + 2),
        ]
    }

    /// The answer under a point of a screen of so many rows.
    func answer(at point: Point, rows: Int) -> Bool? {
        guard point.row == rows - 2 else { return nil }
        return answers.first { $0.columns.contains(point.column) }?.isYes
    }

    func draw(isYesChosen: Bool, at point: Point, on canvas: inout Canvas) {
        canvas.write(question, at: point, .warning)
        for (word, isYes, columns) in answers {
            let start = Point(row: point.row, column: columns.lowerBound)
            let isChosen = isYes == isYesChosen
            if isChosen { canvas.showCursor(at: start) }
            canvas.write(" \(word) ", at: start, isChosen ? .selected : .plain)
        }
    }
}
