/// The encoding of bytes as letters: RFC 4648 section 4.
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encoded(_ bytes: [UInt8]) -> String {
        var letters: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
            // Each group has one letter more than bytes, and is padded to four.
            for index in 0..<4 {
                let letter = alphabet[number >> (18 - 6 * index) & 63]
                letters.append(index <= group.count ? letter : UInt8(ascii: "="))
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// True if `text` encodes exactly sixteen bytes.
    static func isSixteenBytes(_ text: String) -> Bool {
        text.utf8.count == 24 && text.hasSuffix("==")
            && text.utf8.dropLast(2).allSatisfy(alphabet.contains)
    }
}
