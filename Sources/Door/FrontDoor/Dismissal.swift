/// What a guest is told who is not let in at all, before any key has been exchanged.
///
/// ssh shows the sentence of a disconnect message even then, but no plain text. Whoever sends it
/// must finish writing and yet wait a little before closing: else the sentence is lost on the way.
package enum Dismissal {
    private static let disconnect: UInt8 = 1
    private static let tooManyConnections: UInt32 = 12
    private static let blockLength = 8
    private static let leastPadding = 4

    /// The bytes that say so: our version, and one message in clear text.
    package static func bytes(_ sentence: String) -> [UInt8] {
        let text = Array(sentence.utf8.prefix(200))
        let payload =
            [disconnect] + number(tooManyConnections) + number(UInt32(text.count)) + text
            + number(0)
        let header = 5
        let incomplete = (header + payload.count + leastPadding) % blockLength
        let padding = leastPadding + (incomplete == 0 ? 0 : blockLength - incomplete)
        return Array("SSH-2.0-\(SSHDoor.banner)\r\n".utf8)
            + number(UInt32(1 + payload.count + padding)) + [UInt8(padding)] + payload
            + [UInt8](repeating: 0, count: padding)
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
