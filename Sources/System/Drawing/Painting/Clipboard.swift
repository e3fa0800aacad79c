/// How a terminal is asked to put a text on its clipboard. It does not say whether it did, and many
/// do it only if they are told to, so the text has to be on the screen, too.
package enum Clipboard {
    /// screen prints what is longer than 768 bytes.
    private static let most = 480
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Nil if the text is too long.
    package static func request(_ text: String) -> String? {
        guard text.utf8.count <= most else { return nil }
        return "\u{1B}]52;c;" + base64(Array(text.utf8)) + "\u{07}"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...3 {
                text.append(
                    place <= group.count
                        ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
