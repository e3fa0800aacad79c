import SimperiumJSON

/// An incremental parser of `notes.json`, the file of an export of Simplenote.
///
/// The caller adds the file's bytes in pieces, and fetches each note as soon as the note is
/// complete. So the parser stores at most one piece and one note.
package struct NotesExportStreamParser {
    /// A note as it is in the file.
    package struct RawNote: Hashable, Sendable {
        package let place: ExportedNotePosition
        package let bytes: [UInt8]

        package init(place: ExportedNotePosition, bytes: [UInt8]) {
            self.place = place
            self.bytes = bytes
        }
    }

    private enum ExpectedToken {
        case document
        /// A member's name. If `isFirst`, the end of the object is allowed instead.
        case name(isFirst: Bool)
        case colon
        case list(ExportedNotesList)
        /// A note. If `isFirst`, the end of the list is allowed instead.
        case element(ExportedNotesList, isFirst: Bool)
        case afterElement(ExportedNotesList)
        case otherValue
        case afterMember
        case nothing
    }

    /// The maximum size in bytes of a value in the file. This limit is far above a server's limit
    /// for a note, half a megabyte.
    package static let longestValue = 16 << 20

    /// The names of the file's members that are not lists of notes.
    package private(set) var otherMembers: [String] = []
    private var expected = ExpectedToken.document
    private var chunk: [UInt8] = []
    private var position = 0
    /// The number of bytes before the chunk.
    private var offset = 0
    private var scan: JSONValueEndScanner?
    /// The bytes of the value that is being read.
    private var value: [UInt8] = []
    private var counts: [ExportedNotesList: Int] = [:]

    package init() {}

    package mutating func add(_ bytes: [UInt8]) {
        offset += chunk.count
        chunk = position == chunk.count ? bytes : Array(chunk[position...]) + bytes
        offset -= chunk.count - bytes.count
        position = 0
    }

    /// Returns the next complete note; nil if more bytes are needed, or if the file has no more
    /// notes. Throws if the bytes are not those of an export.
    package mutating func nextNote() throws(NotesFileFault) -> RawNote? {
        while position < chunk.count {
            if scan != nil {
                guard try readToValueEnd() else { return nil }
                if let element = try processCompleteValue() { return element }
                continue
            }
            let byte = chunk[position]
            if byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B && byte != 0x0C {
                position += 1
                continue
            }
            try acceptByteBetweenValues(byte)
        }
        return nil
    }

    /// Throws unless the file is complete and has a list of notes.
    package func throwUnlessComplete() throws(NotesFileFault) {
        guard case .nothing = expected else {
            if case .document = expected { throw .notJSON(at: offset + position) }
            throw .cutOff
        }
        guard !counts.isEmpty else { throw .noLists }
    }

    private var notJSON: NotesFileFault { .notJSON(at: offset + position) }

    private mutating func acceptByteBetweenValues(_ byte: UInt8) throws(NotesFileFault) {
        switch (expected, byte) {
        // A byte order mark.
        case (.document, 0xEF), (.document, 0xBB), (.document, 0xBF):
            guard offset + position < 3 else { throw notJSON }
        case (.document, UInt8(ascii: "{")): expected = .name(isFirst: true)
        case (.name(isFirst: true), UInt8(ascii: "}")): expected = .nothing
        case (.name, UInt8(ascii: "\"")), (.otherValue, _): return beginValue(byte)
        case (.list(let list), UInt8(ascii: "[")):
            counts[list, default: 0] += 0
            expected = .element(list, isFirst: true)
        case (.list(let list), _): throw .notAList(list)
        case (.element(_, isFirst: true), UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")):
            expected = .afterMember
        case (.element, UInt8(ascii: "]")), (.element, UInt8(ascii: ",")): throw notJSON
        case (.element, _): return beginValue(byte)
        case (.afterElement(let list), UInt8(ascii: ",")):
            expected = .element(list, isFirst: false)
        case (.afterMember, UInt8(ascii: ",")): expected = .name(isFirst: false)
        case (.afterMember, UInt8(ascii: "}")): expected = .nothing
        case (.colon, UInt8(ascii: ":")):
            expected =
                ExportedNotesList(rawValue: otherMembers.last ?? "").map { .list($0) }
                ?? .otherValue
            if case .list = expected { otherMembers.removeLast() }
        default: throw notJSON
        }
        position += 1
    }

    private mutating func beginValue(_ byte: UInt8) {
        scan = JSONValueEndScanner(first: byte)
        value = []
    }

    /// Reads bytes up to the value's end. Returns false if more bytes are needed.
    private mutating func readToValueEnd() throws(NotesFileFault) -> Bool {
        let end = scan?.endIndex(in: chunk, from: position) ?? nil
        value += chunk[position..<(end ?? chunk.count)]
        position = end ?? chunk.count
        guard value.count <= Self.longestValue else {
            guard case .element(let list, _) = expected else { throw notJSON }
            throw .note(
                ExportedNotePosition(list, counts[list, default: 0] + 1), .tooLarge(value.count))
        }
        return end != nil
    }

    private mutating func processCompleteValue() throws(NotesFileFault) -> RawNote? {
        scan = nil
        switch expected {
        case .element(let list, _):
            counts[list, default: 0] += 1
            expected = .afterElement(list)
            return RawNote(
                place: ExportedNotePosition(list, counts[list, default: 0]), bytes: value)
        case .name:
            guard let name = (try? JSON(parsing: value))?.string else { throw notJSON }
            otherMembers.append(name)
            expected = .colon
        default:
            let limits = JSONLimits(bytes: Self.longestValue, depth: JSONLimits.deepest)
            guard (try? JSON(parsing: value, limits: limits)) != nil else { throw notJSON }
            expected = .afterMember
        }
        return nil
    }
}

/// The search for the end of one JSON value, over several pieces.
private struct JSONValueEndScanner {
    private enum JSONValueKind {
        case text
        case nested
        /// A number or a word, which ends before a delimiter.
        case plain
    }

    private let kind: JSONValueKind
    private var depth = 0
    private var isInText = false
    private var isEscaped = false

    init(first byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): kind = .text
        case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .nested
        default: kind = .plain
        }
    }

    /// Returns the index after the value's end; nil if the value continues.
    mutating func endIndex(in bytes: [UInt8], from start: Int) -> Int? {
        for index in start..<bytes.count {
            let byte = bytes[index]
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                    if kind == .text { return index + 1 }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\"") where kind != .plain: isInText = true
            case UInt8(ascii: "{") where kind == .nested, UInt8(ascii: "[") where kind == .nested:
                depth += 1
            case UInt8(ascii: "}") where kind == .nested, UInt8(ascii: "]") where kind == .nested:
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D:
                if kind == .plain { return index }
            default: break
            }
        }
        return nil
    }
}
