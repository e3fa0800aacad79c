/// The numbers by which tests name statements of `Sources/PROTOCOL.md`, such as S27.
enum Citations {
    private static let letters = Set("SCP".utf8)

    /// A letter and one or two digits, with no word around them. So the escapes of a text don't
    /// count, such as %C3.
    static func all(in line: Substring) -> [String] {
        var found: [String] = []
        var word: [UInt8] = []
        var isEscape = false
        func end() {
            if !isEscape, isNumber(word) { found.append(String(decoding: word, as: UTF8.self)) }
        }
        for byte in line.utf8 {
            if isOfWord(byte) {
                word.append(byte)
            } else {
                end()
                word.removeAll(keepingCapacity: true)
                isEscape = byte == UInt8(ascii: "%")
            }
        }
        end()
        return found
    }

    private static func isNumber(_ word: [UInt8]) -> Bool {
        (2...3).contains(word.count) && letters.contains(word[0])
            && word.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...0xFF: true
        default: false
        }
    }
}
