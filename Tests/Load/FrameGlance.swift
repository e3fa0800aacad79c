package import SimperiumWire

/// The subject of a frame, found without parsing it: the keys of objects that existed before and
/// have been changed. Nil for all other frames and changes.
///
/// The hub writes `N:c:[{"clientid":…,"id":KEY,"o":"M",…,"sv":…}]`. A member's name can't be part
/// of a text, because each quotation mark in a text is escaped.
package struct FrameGlance {
    private static let head = Array(":c:[".utf8)
    private static let key = Array("\"id\":\"".utf8)
    private static let modified = Array("\"o\":\"M\"".utf8)
    private static let source = Array("\"sv\":".utf8)

    package let keys: [ObjectKey]

    package init?(_ frame: [UInt8]) {
        guard let colon = frame.prefix(4).firstIndex(of: UInt8(ascii: ":")),
            frame[colon...].starts(with: Self.head)
        else { return nil }
        var keys: [ObjectKey] = []
        var (modifications, sources) = (0, 0)
        let text = frame.span
        // Each name begins with a quotation mark, and few with one of these letters.
        for index in colon..<max(colon, text.count - 1) where text[index] == UInt8(ascii: "\"") {
            switch text[index + 1] {
            case UInt8(ascii: "i") where text.holds(Self.key, at: index):
                guard let key = text.text(from: index + Self.key.count).flatMap(ObjectKey.init)
                else { return nil }
                keys.append(key)
            case UInt8(ascii: "o") where text.holds(Self.modified, at: index): modifications += 1
            case UInt8(ascii: "s") where text.holds(Self.source, at: index): sources += 1
            default: break
            }
        }
        guard !keys.isEmpty, keys.count == modifications, keys.count == sources else { return nil }
        self.keys = keys
    }
}

extension Span<UInt8> {
    fileprivate func holds(_ word: [UInt8], at index: Int) -> Bool {
        guard index + word.count <= count else { return false }
        for offset in word.indices where self[index + offset] != word[offset] { return false }
        return true
    }

    /// Returns the text up to the next quotation mark; nil if it is none.
    fileprivate func text(from begin: Int) -> String? {
        var end = begin
        while end < count, self[end] != UInt8(ascii: "\"") { end += 1 }
        guard end < count, let valid = try? UTF8Span(validating: extracting(begin..<end)) else {
            return nil
        }
        return String(copying: valid)
    }
}
