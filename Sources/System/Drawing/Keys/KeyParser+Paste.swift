extension KeyParser {
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    mutating func inPaste(_ byte: UInt8, matched: Int) {
        if byte == Self.pasteEnd[matched] {
            guard matched + 1 == Self.pasteEnd.count else {
                state = .paste(matched: matched + 1)
                return
            }
            return giveUp()
        }
        // What looked like the end was text. Only its first byte can begin the end again.
        for text in Self.pasteEnd[..<matched] { keep(text) }
        let isEscape = byte == Self.pasteEnd[0]
        if !isEscape { keep(byte) }
        state = .paste(matched: isEscape ? 1 : 0)
    }

    private mutating func keep(_ byte: UInt8) {
        if kept.count < Self.pasteLimit { kept.append(byte) }
    }

    /// What is kept of the paste. Where it was cut, its last character may not be whole.
    var pasted: String {
        let isCut = kept.count == Self.pasteLimit
        let end = isCut ? kept.lastIndex { $0 & 0xC0 != 0x80 } ?? 0 : kept.count
        return String(decoding: kept[..<end], as: UTF8.self)
    }
}
