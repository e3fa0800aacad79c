/// The unit of a comparison of texts.
enum TextGrain {
    case character
    case line
    case word

    /// The start of each token in a text in UTF-8, followed by the end of the text.
    func starts(in text: Span<UInt8>) -> [Int] {
        var starts = [0]
        for index in text.indices.dropFirst() where isBorder(text, at: index) {
            starts.append(index)
        }
        starts.append(text.count)
        return starts
    }

    private func isBorder(_ text: Span<UInt8>, at index: Int) -> Bool {
        switch self {
        case .character: !text[index].isContinuation
        case .line: text[index - 1] == UInt8(ascii: "\n")
        case .word: !(text[index - 1].isWordPart && text[index].isWordPart)
        }
    }
}
