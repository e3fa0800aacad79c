import Drawing
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import Simplenote

/// The notes of an export, from `notes.json` or from a zip archive that contains it.
///
/// The initialiser checks the whole file. Later the file is read again, one note at a time.
struct CheckedNotesExportFile {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let piece = 256 << 10

    let counts: ImportCheck.Counts
    let tags: [ImportCheck.Item]
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
            var reader = NotesReader()
            var check = ImportCheck()
            try Self.read(file, zipped, &reader) { element throws(NotesFault) in
                _ = try check.convert(element)
            }
            (counts, tags) = (check.counts, check.tags)
            (tagsWithoutKey, otherMembers) = (check.tagsWithoutKey.count, reader.otherMembers)
        } catch let fault as NotesFault {
            throw Failure(description: NotesFileImportWords.badFile(path, fault.sentence))
        } catch let error as LibraryError {
            throw Failure(description: NotesFileImportWords.badFile(path, error.reason))
        }
    }

    /// Calls `take` with each note as an object, in the order of the file. Throws if the file is no
    /// longer valid.
    func forEachNote(_ take: (ImportCheck.Item) throws -> Void) throws {
        var reader = NotesReader()
        var check = ImportCheck()
        do {
            try Self.read(file, zipped, &reader) { element in
                if let item = try check.convert(element) { try take(item) }
            }
        } catch is NotesFault {
            throw Failure(
                description: NotesFileImportWords.badFile(path, NotesFileImportWords.hasChanged))
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
            let length = min(ZipEnd.longest, file.size)
            let end = try ZipEnd(tail: bytes(file.size - length, length), of: file.size)
            let entry = try ZippedNotesLocation(
                in: bytes(end.directory.lowerBound, end.directory.count))
            let start = try entry.dataOffset(
                localHeader: bytes(entry.headerOffset, ZippedNotesLocation.headerLength))
            guard start <= file.size, entry.packedSize <= file.size - start else {
                throw .damaged
            }
            return (entry, start)
        } catch {
            throw NotesFault.zip(error)
        }
    }

    private static func read(
        _ file: RandomAccessReadFile, _ zipped: (entry: ZippedNotesLocation, start: Int)?,
        _ reader: inout NotesReader,
        _ take: (NotesReader.Element) throws -> Void
    ) throws {
        func passParsedElements(_ bytes: [UInt8]) throws {
            reader.add(bytes)
            while let element = try reader.next() { try take(element) }
        }
        guard let (entry, start) = zipped else {
            for place in stride(from: 0, to: file.size, by: piece) {
                try passParsedElements(try file.read(from: place, count: piece))
            }
            return try reader.finish()
        }
        do {
            var unpacked = ZipReader(entry)
            var place = 0
            repeat {
                let count = min(piece, entry.packedSize - place)
                let bytes = try file.read(from: start + place, count: count)
                place += count
                unpacked.add(bytes, isLast: place == entry.packedSize)
                while let bytes = try unpacked.next() { try passParsedElements(bytes) }
            } while place < entry.packedSize
            try unpacked.finish()
        } catch let fault as ZipFault {
            throw NotesFault.zip(fault)
        }
        try reader.finish()
    }
}

extension NotesFault {
    fileprivate var sentence: String {
        switch self {
        case .cutOff: NotesFileImportWords.cutOff
        case .notJSON(let offset): NotesFileImportWords.notJSON(at: offset)
        case .noLists: NotesFileImportWords.noLists
        case .notAList(let list): NotesFileImportWords.notAList(list.rawValue)
        case .tooManyNotes: NotesFileImportWords.tooManyNotes(ImportCheck.mostNotes)
        case .zip(let fault): fault.sentence
        case .note(let place, let flaw):
            NotesFileImportWords.flawedNote(
                place.number, of: place.list.rawValue, place.id.map { ForeignText($0) },
                flaw.sentence)
        }
    }
}

extension NoteFlaw {
    fileprivate var sentence: String {
        switch self {
        case .notAnObject: NotesFileImportWords.notAnObject
        case .malformed: NotesFileImportWords.malformed
        case .wrongType(let field, let kind): NotesFileImportWords.wrongType(field, kind.word)
        case .idTooLong: NotesFileImportWords.idTooLong
        case .tooLarge(let size): NotesFileImportWords.tooLarge(size)
        case .tooDeep: NotesFileImportWords.tooDeep
        }
    }
}

extension NoteFieldKind {
    fileprivate var word: String {
        switch self {
        case .text: NotesFileImportWords.text
        case .texts: NotesFileImportWords.texts
        case .yesOrNo: NotesFileImportWords.yesOrNo
        case .date: NotesFileImportWords.date
        }
    }
}

extension ZipFault {
    fileprivate var sentence: String {
        switch self {
        case .cutOff: NotesFileImportWords.Zip.cutOff
        case .damaged: NotesFileImportWords.Zip.damaged
        case .noNotes: NotesFileImportWords.Zip.noNotes
        case .password: NotesFileImportWords.Zip.password
        case .severalDisks: NotesFileImportWords.Zip.severalDisks
        case .method(let method): NotesFileImportWords.Zip.unsupportedCompression(method)
        case .tooLarge(let most): NotesFileImportWords.Zip.unpackedNotesTooLarge(most)
        }
    }
}

/// The output of `tictactoe accounts import` about a file.
enum NotesFileImportWords {
    static func badFile(_ path: String, _ reason: String) -> String {
        "\(path) can't be imported: \(reason). Nothing was imported"
    }

    static let cutOff = "the file ends in the middle"
    static func notJSON(at offset: Int) -> String { "byte \(offset) is not JSON" }
    static let noLists =
        "it has neither activeNotes nor trashedNotes, so it is no Simplenote export"
    static func notAList(_ name: String) -> String { "\(name) is not a list of notes" }
    static func tooManyNotes(_ most: Int) -> String { "it has more than \(most) notes" }
    static let hasChanged = "the file has changed since it was checked"

    static func flawedNote(
        _ number: Int, of list: String, _ id: ForeignText?, _ flaw: String
    ) -> String {
        "note \(number) of \(list)\(id.map { " (id \($0.shown))" } ?? "") \(flaw)"
    }

    static let notAnObject = "is not an object"
    static let malformed = "is not valid JSON"
    static func wrongType(_ field: String, _ kind: String) -> String {
        "has a \(field) that is not \(kind)"
    }
    static let text = "a text"
    static let texts = "a list of texts"
    static let yesOrNo = "true or false"
    static let date = "a date such as 2013-10-16T20:17:41.760Z"
    static let idTooLong = "has an id that is too long for a key of 256 bytes"
    static func tooLarge(_ size: Int) -> String {
        "has \(size) bytes; the server stores notes of up to 524288"
    }
    static let tooDeep = "has lists or objects that are nested too deep"

    enum Zip {
        static let cutOff = "the zip archive is cut off"
        static let damaged = "the zip archive is damaged"
        static let noNotes = "the zip archive has no file source/notes.json or notes.json"
        static let password = "notes.json is encrypted in the zip archive; unpack it first"
        static let severalDisks = "the zip archive is one of several parts; join them first"
        static func unsupportedCompression(_ method: Int) -> String {
            "notes.json is compressed with method \(method); unpack it first"
        }
        static func unpackedNotesTooLarge(_ most: Int) -> String {
            "notes.json in the zip archive has more than \(most) bytes"
        }
    }
}
