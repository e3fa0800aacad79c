/// A text in JSON: UTF-8 bytes, compared and hashed as bytes.
///
/// Swift's `String` treats "é" and "e" + U+0301 as equal, which would lose edits. Here they differ.
/// Texts of up to 15 bytes need no allocation.
public struct JSONString: Hashable, Sendable {
    fileprivate enum ShortOrLongText: Hashable {
        case short(ShortText)
        case long([UInt8])

        static func == (left: ShortOrLongText, right: ShortOrLongText) -> Bool {
            switch (left, right) {
            case (.short(let left), .short(let right)): left == right
            case (.long(let left), .long(let right)):
                left.count == right.count && left.span.commonPrefixLength(right.span) == left.count
            case (.short, .long), (.long, .short): false
            }
        }
    }

    fileprivate let storage: ShortOrLongText

    /// Creates a text with the UTF-8 bytes of `string`.
    public init(_ string: String) {
        let bytes = string.utf8Span.span
        storage =
            bytes.count <= ShortText.capacity
            ? .short(ShortText(bytes, bytes.indices)) : .long([UInt8](string.utf8))
    }

    /// Creates a text; returns nil if `bytes` are not valid UTF-8.
    public init?(utf8 bytes: [UInt8]) {
        guard (try? UTF8Span(validating: bytes.span)) != nil else { return nil }
        self.init(wellFormed: bytes)
    }

    init(wellFormed bytes: [UInt8]) {
        storage =
            bytes.count <= ShortText.capacity
            ? .short(ShortText(bytes.span, bytes.indices)) : .long(bytes)
    }

    init(wellFormed text: Span<UInt8>, _ range: Range<Int>) {
        if range.count <= ShortText.capacity {
            storage = .short(ShortText(text, range))
        } else {
            storage = .long(
                [UInt8](capacity: range.count) { bytes in
                    for index in range { bytes.append(text[index]) }
                })
        }
    }

    /// True for the empty text.
    public var isEmpty: Bool { utf8Count == 0 }

    /// The length in bytes of UTF-8.
    public var utf8Count: Int {
        switch storage {
        case .short(let text): text.count
        case .long(let bytes): bytes.count
        }
    }

    /// The bytes in UTF-8.
    public var utf8: [UInt8] {
        switch storage {
        case .short(let text): [UInt8](text)
        case .long(let bytes): bytes
        }
    }

    /// The length as a JSON string, if each byte needed the longest escape.
    var lengthIfAllEscaped: Int { 2 + utf8Count * 6 }

    /// Subtracts five from `excess` for each byte that needs no escape, because `excess` counts
    /// six, the longest escape, for each byte. May stop once there is no excess.
    func subtractUnneededEscapeLength(fromWorstCase excess: inout Int) {
        switch storage {
        case .short(let text): excess -= 5 * text.count(where: \.isPlain)
        case .long(let bytes): bytes.span.subtractUnneededEscapeLength(fromWorstCase: &excess)
        }
    }

    /// The number of UTF-16 units, which text deltas count.
    public var utf16Count: Int {
        switch storage {
        case .short(let text): text.reduce(0) { $0 + $1.utf16Count }
        case .long(let bytes): bytes.span.utf16Count
        }
    }

    /// Returns true if the text has the same UTF-8 bytes as `text`.
    package func hasSameBytes(as text: String) -> Bool {
        let bytes = text.utf8Span.span
        guard bytes.count == utf8Count else { return false }
        switch storage {
        case .short(let short): return short == ShortText(bytes, bytes.indices)
        case .long(let long):
            for index in bytes.indices where bytes[index] != long[index] { return false }
            return true
        }
    }

    /// The text as a `String`.
    public var string: String {
        switch storage {
        case .short(let text): String(decoding: text, as: UTF8.self)
        case .long(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension JSONString {
    public static func += (left: inout JSONString, right: JSONString) {
        guard case .long(var bytes) = left.storage else {
            left = left.isEmpty ? right : JSONString(wellFormed: left.utf8 + right.utf8)
            return
        }
        left = ""  // Makes `bytes` the only reference, so that it grows in place.
        bytes.append(utf8: right)
        left = JSONString(wellFormed: bytes)
    }

    /// The number of Unicode scalars, which JSON Schema counts.
    package var characterCount: Int { string.unicodeScalars.count }

    var utf16: [UInt16] { Array(string.utf16) }

    /// Creates a text; returns nil if a surrogate is unpaired.
    init?(utf16 units: [UInt16]) {
        guard let string = String(validating: units, as: UTF16.self) else { return nil }
        self.init(string)
    }
}

extension JSONString: ExpressibleByStringInterpolation, CustomStringConvertible {
    public init(stringLiteral value: String) {
        self.init(value)
    }

    public var description: String { string }
}

extension [UInt8] {
    package mutating func append(utf8 text: JSONString) {
        switch text.storage {
        case .short(let text):
            append(addingCapacity: text.count) { bytes in
                for byte in text { bytes.append(byte) }
            }
        case .long(let bytes): append(contentsOf: bytes)
        }
    }

    /// Appends a text with only the escapes that JSON requires.
    mutating func append(escaping text: JSONString) {
        switch text.storage {
        case .short(let short):
            guard !short.allSatisfy(\.isPlain) else { return append(utf8: text) }
            append(addingCapacity: short.count * UInt8.longestEscape) { json in
                for byte in short { json.append(escaping: byte) }
            }
        case .long(let bytes):
            let text = bytes.span
            var start = 0
            while start < text.count {
                let end = text.firstIndexNeedingEscape(from: start)
                // One closure for a run and the escape after it: the compiler copies the run as a
                // block, and a call for each part would take half as long again.
                append(addingCapacity: end - start + UInt8.longestEscape) { json in
                    for index in start..<end { json.append(text[index]) }
                    if end < text.count { json.append(escaping: text[end]) }
                }
                start = end + 1
            }
        }
    }
}
