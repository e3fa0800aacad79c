/// What a terminal answers to a question of ours.
package enum TerminalReply: Hashable, Sendable {
    /// What it draws on, as far as that matters: whether dark text can be read there.
    case background(isLight: Bool)
    /// What the program calls itself.
    case program(String)
    /// What kind it is, which nobody wants to know: it comes after what was asked before.
    case name

    /// The reply in the string that a terminal sends behind `ESC P`.
    init?(deviceControl text: [UInt8]) {
        guard text.starts(with: Array(">|".utf8)) else { return nil }
        self = .program(String(decoding: text.dropFirst(2), as: UTF8.self))
    }

    /// The reply in the string that a terminal sends behind `ESC ]`.
    init?(operatingSystemCommand text: [UInt8]) {
        let marker = Array("11;".utf8)
        guard text.starts(with: marker),
            let colour = RGB(text: String(decoding: text.dropFirst(marker.count), as: UTF8.self))
        else { return nil }
        self = .background(isLight: colour.isLight)
    }
}

extension RGB {
    /// Reads `rgb:h/h/h`, `rgba:h/h/h/h` with one to four digits each, or `#rrggbb`.
    fileprivate init?(text: String) {
        let digits: [Substring]
        if text.hasPrefix("#"), text.utf8.count == 7 {
            let all = text.dropFirst()
            digits = [all.prefix(2), all.dropFirst(2).prefix(2), all.suffix(2)]
        } else if let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) {
            digits = text[text.index(after: colon)...].split(
                separator: "/", omittingEmptySubsequences: false)
            guard digits.count == text[..<colon].utf8.count else { return nil }
        } else {
            return nil
        }
        let amounts = digits.prefix(3).compactMap(Self.amount)
        guard amounts.count == 3 else { return nil }
        self.init(red: amounts[0], green: amounts[1], blue: amounts[2])
    }

    private static func amount(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isHexadecimal),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        let most = UInt32(1) << UInt32(4 * digits.utf8.count) - 1
        return UInt8((value * 255 + most / 2) / most)
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        isDigit || (0x41...0x46).contains(self & 0xDF)
    }
}
