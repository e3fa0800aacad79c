/// The numbers of statements that tests cite, such as S27.
enum Citations {
    /// A letter and one to three digits, with no word around them. So the escapes of a text don't
    /// count, such as %C3.
    static func all(in text: some StringProtocol) -> [String] { all(in: Array(text.utf8)) }

    static func all(in bytes: [UInt8]) -> [String] {
        var found: [String] = []
        var digits = 0
        var letter: UInt8?
        var last: UInt8 = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "S"), UInt8(ascii: "C"), UInt8(ascii: "P"):
                (letter, digits) = (isOfWord(last) || last == UInt8(ascii: "%") ? nil : byte, 0)
            case 0x30...0x39 where letter != nil: digits = digits * 10 + Int(byte - 0x30)
            default:
                if let letter, !isOfWord(byte) { append(letter, digits, to: &found) }
                letter = nil
            }
            last = byte
        }
        if let letter { append(letter, digits, to: &found) }
        return found
    }

    private static func append(_ letter: UInt8, _ number: Int, to found: inout [String]) {
        guard (1...999).contains(number) else { return }
        found.append("\(Unicode.Scalar(letter))\(number)")
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...0xFF: true
        default: false
        }
    }
}
