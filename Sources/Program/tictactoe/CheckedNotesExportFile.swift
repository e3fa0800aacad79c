import Drawing
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import Simplenote

/// The notes of an export, from `notes.json` or from a zip archive that contains it.
///
/// The initialiser checks the whole file. `forEachNote` reads the file again, one note at a time.
struct CheckedNotesExportFile {
    private static let pieceSize = 256 << 10

    let counts: ExportedNoteConverter.NoteCounts
    let tags: [ExportedNoteConverter.NoteOrTagObject]
    let tagsWithoutKey: Int
    /// The names of the file's members that are not lists of notes.
    let otherMembers: [String]
    private let path: String
    private let file: RandomAccessReadFile
    private let zipped: (entry: ZippedNotesLocation, start: Int)?

    init(_ path: String) throws {
        self.path = path
        do {
            file = try RandomAccessReadFile(path)
            zipped = try Self.findZippedNotes(file)
            var parser = NotesExportStreamParser()
            var check = ExportedNoteConverter()
            try Self.forEachRawNote(of: file, zipped, &parser) { element throws(NotesFileFault) in
                _ = try check.convert(element)
            }
            (counts, tags) = (check.counts, check.tags)
            (tagsWithoutKey, otherMembers) = (check.tagsWithoutKey.count, parser.otherMembers)
        } catch let fault as NotesFileFault {
            throw CommandFailure(
                NotesFileImportWords.badFile(path, NotesFileImportWords.reason(fault)))
        } catch let error as LibraryError {
            throw CommandFailure(NotesFileImportWords.badFile(path, error.reason))
        }
    }

    /// Calls `take` with each note as an object, in the order of the file, but not with a note that
    /// repeats an earlier one. Throws if the file is no longer valid.
    func forEachNote(_ take: (ExportedNoteConverter.NoteOrTagObject) throws -> Void) throws {
        var parser = NotesExportStreamParser()
        var check = ExportedNoteConverter()
        do {
            try Self.forEachRawNote(of: file, zipped, &parser) { element in
                if let item = try check.convert(element) { try take(item) }
            }
        } catch is NotesFileFault {
            throw CommandFailure(
                NotesFileImportWords.badFile(path, NotesFileImportWords.hasChanged))
        }
    }

    /// Finds the notes in a zip archive. Returns nil if the file is not a zip archive.
    private static func findZippedNotes(_ file: RandomAccessReadFile) throws -> (
        entry: ZippedNotesLocation, start: Int
    )? {
        guard try file.read(from: 0, count: 2).elementsEqual("PK".utf8) else { return nil }
        do throws(ZipFault) {
            func bytes(_ start: Int, _ count: Int) throws(ZipFault) -> [UInt8] {
                guard let bytes = try? file.read(from: start, count: count),
                    bytes.count == count
                else { throw .cutOff }
                return bytes
            }
            let length = min(ZipEndRecord.longest, file.size)
            let end = try ZipEndRecord(tail: bytes(file.size - length, length), of: file.size)
            let entry = try ZippedNotesLocation(
                in: bytes(end.directory.lowerBound, end.directory.count))
            let start = try entry.dataOffset(
                localHeader: bytes(entry.headerOffset, ZippedNotesLocation.headerLength))
            guard start <= file.size, entry.packedSize <= file.size - start else {
                throw .damaged
            }
            return (entry, start)
        } catch {
            throw NotesFileFault.zip(error)
        }
    }

    private static func forEachRawNote(
        of file: RandomAccessReadFile, _ zipped: (entry: ZippedNotesLocation, start: Int)?,
        _ parser: inout NotesExportStreamParser,
        _ take: (NotesExportStreamParser.RawNote) throws -> Void
    ) throws {
        func passParsedElements(_ bytes: [UInt8]) throws {
            parser.add(bytes)
            while let element = try parser.nextNote() { try take(element) }
        }
        guard let (entry, start) = zipped else {
            for place in stride(from: 0, to: file.size, by: pieceSize) {
                try passParsedElements(try file.read(from: place, count: pieceSize))
            }
            return try parser.throwUnlessComplete()
        }
        do {
            var unpacked = ZippedFileUnpacker(entry)
            var place = 0
            repeat {
                let count = min(pieceSize, entry.packedSize - place)
                let bytes = try file.read(from: start + place, count: count)
                place += count
                unpacked.addPacked(bytes, isLast: place == entry.packedSize)
                while let bytes = try unpacked.nextUnpackedBytes() { try passParsedElements(bytes) }
            } while place < entry.packedSize
            try unpacked.throwUnlessComplete()
        } catch let fault as ZipFault {
            throw NotesFileFault.zip(fault)
        }
        try parser.throwUnlessComplete()
    }
}

/// The messages of `tictactoe accounts import` about the imported file.
enum NotesFileImportWords {
    static func badFile(_ path: String, _ reason: String) -> String {
        "\(path) can't be imported: \(reason). Nothing was imported"
    }

    static let hasChanged = "the file has changed since it was checked"

    static func reason(_ fault: NotesFileFault) -> String {
        switch fault {
        case .cutOff: "the file ends in the middle"
        case .notJSON(let offset): "byte \(offset) is not JSON"
        case .noLists:
            "it has neither activeNotes nor trashedNotes, so it is not a Simplenote export"
        case .notAList(let list): "\(list.rawValue) is not a list of notes"
        case .tooManyNotes: "it has more than \(ExportedNoteConverter.mostNotes) notes"
        case .zip(let fault): reason(fault)
        case .note(let place, let flaw):
            "note \(place.number) of \(place.list.rawValue)"
                + (place.id.map { " (id \(ForeignText($0).shown))" } ?? "")
                + " \(predicate(flaw))"
        }
    }

    /// Returns the end of a sentence that begins with the note.
    private static func predicate(_ flaw: NoteImportFlaw) -> String {
        switch flaw {
        case .notAnObject: "is not an object"
        case .malformed: "is not valid JSON"
        case .wrongType(let field, .text): "has the field \(field), but it is not a text"
        case .wrongType(let field, .texts): "has the field \(field), but it is not a list of texts"
        case .wrongType(let field, .yesOrNo): "has the field \(field), but it is not true or false"
        case .wrongType(let field, .date):
            "has the field \(field), but it is not a date such as 2013-10-16T20:17:41.760Z"
        case .idTooLong: "has an id that is too long for a key of 256 bytes"
        case .tooLarge(let size): "has \(size) bytes; the server stores notes of up to 524288"
        case .tooDeep: "has lists or objects that are nested too deep"
        }
    }

    private static func reason(_ fault: ZipFault) -> String {
        switch fault {
        case .cutOff: "the zip archive is cut off"
        case .damaged: "the zip archive is damaged"
        case .noNotes: "the zip archive has no file source/notes.json or notes.json"
        case .password: "notes.json is encrypted in the zip archive; unpack it first"
        case .severalDisks: "the zip archive is one of several parts; join them first"
        case .method(let method):
            "notes.json is compressed with method \(method); unpack it first"
        case .tooLarge(let most): "notes.json in the zip archive has more than \(most) bytes"
        }
    }
}
