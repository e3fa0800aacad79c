/// Bytes by their names in ASCII, and the classes that RFC 9110 sorts them into.
extension UInt8 {
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }

    var isBlank: Bool { self == .space || self == .tab }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }

    /// May stand in a method or in the name of a field.
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

    /// May stand in the value of a field: anything but what ends a line or confuses a terminal.
    var isText: Bool { self >= .space && self != 0x7F || self == .tab }

    /// May stand in a request's target.
    var isVisible: Bool { self > .space && self < 0x7F }

    var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    /// What a hexadecimal digit stands for.
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
        // All empty arrays are one in memory, into which the library writes that it stays so.
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

    /// What stands before the first `separator`, and what behind it, if there is one.
    func cut(at separator: UInt8) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let position = firstIndex(of: separator) else { return (self, nil) }
        return (self[..<position], self[(position + 1)...])
    }

    /// True if these are the letters of `text`, in whatever case.
    func isSame(as text: String) -> Bool {
        count == text.utf8.count
            && zip(self, text.utf8).allSatisfy { $0.lowercased == $1.lowercased }
    }
}

extension String {
    /// The text that `bytes` are; nil if they are not UTF-8.
    init?(utf8 bytes: Span<UInt8>) {
        do throws(UTF8.ValidationError) {
            self.init(copying: try UTF8Span(validating: bytes))
        } catch {
            return nil
        }
    }
}
