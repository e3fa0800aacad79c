import Glibc

/// A text file of this repository, as bytes: characters are too slow to read them all.
struct TextFile {
    let path: String
    let bytes: [UInt8]
    /// The range of each line, without its line feed.
    let lines: [Range<Int>]

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        lines = Self.lines(of: bytes)
    }

    init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    var name: Substring { path.split(separator: "/").last ?? "" }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The lines as text, for the few files that are read character by character.
    var texts: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The text of a line, counted from 1.
    func text(ofLine number: Int) -> Substring {
        Substring(decoding: bytes[lines[number - 1]], as: UTF8.self)
    }

    func isIn(_ home: String) -> Bool { path == home || path.hasPrefix(home + "/") }

    func contains(_ text: String) -> Bool { !offsets(of: text).isEmpty }

    /// The numbers of the lines that contain a text; a line with two of them comes twice.
    func lines(with text: String) -> [Int] {
        offsets(of: text).map(line)
    }

    /// The number of the line that contains the byte at `offset`.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].upperBound < offset { low = middle + 1 } else { high = middle }
        }
        return low + 1
    }

    /// The places of a text, found by the C library because a loop in a debug build is too slow.
    func offsets(of text: String) -> [Int] {
        let wanted = Array(text.utf8)
        var found: [Int] = []
        unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            let last = bytes.count - wanted.count
            var offset = 0
            while offset <= last,
                let place = unsafe memchr(start + offset, Int32(wanted[0]), last - offset + 1)
            {
                offset = unsafe UnsafeRawPointer(place) - start
                if unsafe memcmp(place, wanted, wanted.count) == 0 { found.append(offset) }
                offset += 1
            }
        }
        return found
    }

    private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x0A {
                lines.append(start..<index)
                start = index + 1
            }
            index += 1
        }
        lines.append(start..<bytes.count)
        return lines
    }
}
