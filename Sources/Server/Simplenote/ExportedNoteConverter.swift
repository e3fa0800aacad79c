package import SimperiumJSON
package import SimperiumWire

/// A converter of exported notes to objects of a bucket. It checks each note.
///
/// The same file always gives the same result, so a caller can first check the whole file and then
/// convert it again. The converter stores 32 bytes for each note.
package struct ExportedNoteConverter {
    /// The counts that the operator reads after an import.
    package struct NoteCounts: Hashable, Sendable {
        package var active = 0
        package var trashed = 0
        package var pinned = 0
        package var markdown = 0
        /// Notes without an id, which get a generated id.
        package var withoutID = 0
        /// Notes with the id of an earlier note but different content, which get a generated id.
        package var renamed = 0
        /// Notes that repeat an earlier note of the file, and are skipped.
        package var repeated = 0
        /// Notes with unpaired surrogates, which are replaced.
        package var repaired = 0

        /// The number of notes that were converted.
        package var notes: Int { active + trashed }
    }

    /// An object for the bucket `note` or `tag`.
    package struct NoteOrTagObject: Hashable, Sendable {
        package let key: ObjectKey
        package var object: JSONObject
    }

    /// The maximum number of notes in a file.
    package static let mostNotes = 2_000_000

    package private(set) var counts = NoteCounts()
    /// The tags in the order of their first appearance, with the spelling used there.
    package private(set) var tags: [NoteOrTagObject] = []
    /// The tags whose keys would be longer than 256 bytes.
    package private(set) var tagsWithoutKey: Set<String> = []
    private var tagKeys: Set<ObjectKey> = []
    /// The digests of the contents of all notes, by the digests of their keys.
    private var seen: [ContentDigest: ContentDigest] = [:]
    /// The number of notes without an id, by the digests of their contents.
    private var copies: [ContentDigest: Int] = [:]

    package init() {}

    /// Converts a note. Returns nil for a note that repeats an earlier note of the file. Throws if
    /// the note is not valid or too large, or if the file has too many notes.
    package mutating func convert(
        _ element: NotesExportStreamParser.RawNote
    ) throws(NotesFileFault) -> NoteOrTagObject? {
        guard seen.count < Self.mostNotes else { throw .tooManyNotes }
        var place = element.place
        do throws(NoteImportFlaw) {
            let fields = try parseRepairingSurrogates(element)
            place.id = fields["id"]?.string
            guard let (key, digest) = try uniqueKey(of: fields, in: place) else { return nil }
            let object = try NoteMapping.object(
                of: fields, key: key.text, isTrashed: place.list == .trashed)
            guard !object.hasMoreBytesThan(Limits.object) else {
                throw .tooLarge(object.utf8.count)
            }
            guard !object.isDeeper(than: Limits.depth) else { throw .tooDeep }
            seen[ContentDigest(of: Array(key.text.utf8))] = digest
            countNoteAndCollectTags(object, in: place.list)
            return NoteOrTagObject(key: key, object: object)
        } catch {
            throw .note(place, error)
        }
    }

    private mutating func parseRepairingSurrogates(_ element: NotesExportStreamParser.RawNote)
        throws(NoteImportFlaw) -> JSONObject
    {
        let limits = JSONLimits(
            bytes: NotesExportStreamParser.longestValue, depth: JSONLimits.deepest)
        let value: JSON
        do throws(JSONError) {
            value = try JSON(parsing: element.bytes, limits: limits)
        } catch {
            guard error.reason == .loneSurrogate,
                let repaired = try? JSON(
                    parsing: LoneSurrogateRepair.replacingLoneSurrogates(in: element.bytes),
                    limits: limits)
            else { throw error.reason == .tooDeep ? .tooDeep : .malformed }
            counts.repaired += 1
            value = repaired
        }
        guard let fields = value.object else { throw .notAnObject }
        return fields
    }

    /// Returns the key of a note and the digest of its content; nil if the note repeats an earlier
    /// note of the file. Generates a key if the note has no id, or the id of an earlier note.
    private mutating func uniqueKey(
        of fields: JSONObject, in place: ExportedNotePosition
    ) throws(NoteImportFlaw) -> (ObjectKey, ContentDigest)? {
        let content = Array(place.list.rawValue.utf8) + fields.utf8
        let digest = ContentDigest(of: content)
        let idOrNull: JSON = fields["id"] ?? .null
        guard let id = idOrNull.isNull ? "" : idOrNull.string else { throw .wrongType("id", .text) }
        let hasID = !id.isEmpty
        if hasID {
            guard let key = NoteObjectKeys.key(ofNote: id) else { throw .idTooLong }
            guard let earlier = seen[ContentDigest(of: Array(key.text.utf8))] else {
                return (key, digest)
            }
            if earlier == digest {
                counts.repeated += 1
                return nil
            }
        }
        var number = copies[digest] ?? 0
        while true {
            guard let key = ObjectKey(ContentDigest(of: content + "\(number)".utf8).text) else {
                throw .idTooLong
            }
            number += 1
            switch seen[ContentDigest(of: Array(key.text.utf8))] {
            case nil:
                if hasID { counts.renamed += 1 } else { counts.withoutID += 1 }
                if !hasID { copies[digest] = number }
                return (key, digest)
            case digest? where hasID:
                counts.repeated += 1
                return nil
            default: break
            }
        }
    }

    private mutating func countNoteAndCollectTags(
        _ object: JSONObject, in list: ExportedNotesList
    ) {
        switch list {
        case .active: counts.active += 1
        case .trashed: counts.trashed += 1
        }
        let systemTags = object["systemTags"]?.array ?? []
        if systemTags.contains("pinned") { counts.pinned += 1 }
        if systemTags.contains("markdown") { counts.markdown += 1 }
        for tag in object["tags"]?.array?.compactMap(\.string) ?? []
        where !tag.isEmpty && !NoteObjectKeys.isEmailAddress(tag) {
            guard let key = NoteObjectKeys.key(ofTag: tag) else {
                tagsWithoutKey.insert(tag)
                continue
            }
            guard tagKeys.insert(key).inserted else { continue }
            tags.append(
                NoteOrTagObject(key: key, object: ["name": JSON(tag), "index": JSON(tags.count)]))
        }
    }
}

/// The repair of texts that JavaScript has cut in the middle of an emoji.
enum LoneSurrogateRepair {
    /// Returns the bytes with `\ufffd` in place of each escape of an unpaired surrogate.
    static func replacingLoneSurrogates(in bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let unit = escapedCodeUnit(in: bytes, at: index) else {
                index += 2
                continue
            }
            if (0xD800...0xDBFF).contains(unit),
                let next = self.escapedCodeUnit(in: bytes, at: index + 6),
                (0xDC00...0xDFFF).contains(next)
            {
                index += 12
                continue
            }
            if (0xD800...0xDFFF).contains(unit) {
                bytes.replaceSubrange(index + 2..<index + 6, with: Array("fffd".utf8))
            }
            index += 6
        }
        return bytes
    }

    /// Returns the code unit of an escape such as `\ud83d`; nil if there is none at the index.
    private static func escapedCodeUnit(in bytes: [UInt8], at index: Int) -> Int? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        return Int(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
    }
}
