/// Names of ASCII bytes, and the character classes of RFC 9110.
extension UInt8 {
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }

    var isBlank: Bool { self == .space || self == .tab }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }

    /// True if a method or a field's name may contain the byte.
    var isToken: Bool {
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
            UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
            UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: isDigit || isLetter
        }
    }

    /// True if a field's value may contain the byte: no control character except a tab.
    var isText: Bool { self >= .space && self != 0x7F || self == .tab }

    /// True for visible ASCII, without the space.
    var isVisible: Bool { self > .space && self < 0x7F }

    var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension [UInt8] {
    mutating func append(_ bytes: Span<UInt8>) {
        // All empty arrays share one buffer. Appending no bytes to an empty array would write to
        // it.
        guard !bytes.isEmpty else { return }
        append(addingCapacity: bytes.count) { room in
            for index in bytes.indices { room.append(bytes[index]) }
        }
    }
}

extension ArraySlice<UInt8> {
    var trimmingBlanks: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { !$0.isBlank }),
            let last = lastIndex(where: { !$0.isBlank })
        else { return [] }
        return self[first...last]
    }

    /// Returns the parts before and after the first separator; the second part is nil without a
    /// separator.
    func split(at separator: UInt8) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let position = firstIndex(of: separator) else { return (self, nil) }
        return (self[..<position], self[(position + 1)...])
    }

    func equalsIgnoringCase(_ text: String) -> Bool {
        count == text.utf8.count
            && zip(self, text.utf8).allSatisfy { $0.lowercased == $1.lowercased }
    }
}

extension String {
    init?(utf8 bytes: Span<UInt8>) {
        guard let valid = try? UTF8Span(validating: bytes) else { return nil }
        self.init(copying: valid)
    }
}

extension Substring {
    /// Returns the parts before and after the first occurrence of `marks`; nil if there is none.
    func split(at marks: String) -> (head: Substring, tail: Substring)? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(marks) {
                return (self[..<index], self[index...].dropFirst(marks.count))
            }
            formIndex(after: &index)
        }
        return nil
    }

    var trimmingBlanks: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
