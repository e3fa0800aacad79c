internal import Foundation

/// Texts of an attacker, for the fields of every answer that a program may show.
package enum HostileText {
    /// The beginning of each text. A test looks for it in the output of a program.
    package static let sign = "Zq"

    /// All control characters, sequences of terminals, and characters that reverse or hide the text
    /// beside them, in several texts so that a name can contain each of them.
    package static let all: [String] = {
        let sequences = [
            "\u{1B}]0;title\u{7}", "\u{1B}[2J", "\u{1B}P1$r\u{1B}\\", "\u{9B}31m",
            "\u{9D}0;t\u{9C}",
            "\u{1B}]52;c;aGk=\u{7}", "\r\n\u{1B}c",
        ]
        let controls = Array<UInt32>(0..<0x20) + Array<UInt32>(0x7F...0x9F)
        let directions: [UInt32] =
            [0x61C, 0x200E, 0x200F, 0x2028, 0x2029] + (0x202A...0x202E) + (0x2066...0x2069)
        let invisible: [UInt32] = [
            0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xFE0F, 0xE0001, 0xE0041,
        ]
        let scalars = (controls + directions + invisible).compactMap { Unicode.Scalar($0) }
        let texts = sequences + scalars.map { "\($0)" }
        return stride(from: 0, to: texts.count, by: 12).map { start in
            sign + texts[start..<min(start + 12, texts.count)].joined(separator: "x")
        }
    }()

    /// True if a program may not write this character between its own sequences, because only a
    /// hostile text contains it.
    package static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
            0xFE00...0xFE0F, 0xFEFF, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// True if the output of a screen, which has sequences of its own, contains one of a text.
    package static func actsOnScreen(_ output: String) -> Bool {
        let own: Set<Unicode.Scalar> = ["\u{1B}", "\r", "\u{8}", "\t", "\u{7}"]
        let foreign = ["\u{1B}]0;title", "\u{1B}P1$r", "\u{1B}]52;", "\u{1B}c"]
        return output.unicodeScalars.contains { acts($0) && !own.contains($0) }
            || foreign.contains { output.contains($0) }
    }
}
