package import Lobby

/// What a frame is about, seen without reading it: the keys of objects that were there before and
/// have been changed. Nil of every other frame, and of every other change.
///
/// The hub writes `N:c:[{"clientid":…,"id":KEY,"o":"M",…,"sv":…}]`. Names of members can't be
/// inside of a text, where each quotation mark has a stroke before it.
package struct FrameGlance {
    private static let head = Array(":c:[".utf8)
    private static let key = Array("\"id\":\"".utf8)
    private static let modified = Array("\"o\":\"M\"".utf8)
    private static let source = Array("\"sv\":".utf8)

    package let keys: [LobbyKey]

    package init?(_ frame: [UInt8]) {
        guard let colon = frame.prefix(4).firstIndex(of: UInt8(ascii: ":")),
            frame[colon...].starts(with: Self.head)
        else { return nil }
        var keys: [LobbyKey] = []
        var (modifications, sources) = (0, 0)
        // Each name begins with a quotation mark.
        for index in frame.indices where frame[index] == UInt8(ascii: "\"") {
            if frame.holds(Self.key, at: index) {
                let begin = index + Self.key.count
                guard let end = frame[begin...].firstIndex(of: UInt8(ascii: "\"")) else {
                    return nil
                }
                keys.append(LobbyKey(rawValue: String(decoding: frame[begin..<end], as: UTF8.self)))
            } else if frame.holds(Self.modified, at: index) {
                modifications += 1
            } else if frame.holds(Self.source, at: index) {
                sources += 1
            }
        }
        guard !keys.isEmpty, keys.count == modifications, keys.count == sources else { return nil }
        self.keys = keys
    }
}

extension [UInt8] {
    fileprivate func holds(_ word: [UInt8], at index: Int) -> Bool {
        guard index + word.count <= count else { return false }
        for offset in word.indices where self[index + offset] != word[offset] { return false }
        return true
    }
}
