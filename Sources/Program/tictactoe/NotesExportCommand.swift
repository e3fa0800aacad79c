import Commands
import SimperiumJSON
import SimperiumLoop
import SimperiumWire
import Simplenote

/// `tictactoe accounts export`: writes a user's notes to a new file, as Simplenote exports them.
struct NotesExportCommand {
    private static let pieceSize = 256 << 10

    let user: UserID
    let path: String
    let client: OperatorHTTPClient

    /// Throws if a file exists at the path, or if the path names a zip archive. A file that appears
    /// later is detected when the export is complete.
    static func throwIfPathIsUnfit(_ path: String) throws {
        guard !path.lowercased().hasSuffix(".zip") else {
            throw CommandFailure(NotesTransferWords.notAnArchive(path))
        }
        guard !FileSystem.exists(path) else {
            throw CommandFailure(NotesTransferWords.fileAlreadyExists(path))
        }
    }

    /// Writes the export. The file appears at `path` only once the export is complete.
    func run() throws(CommandFailure) -> ExitStatus {
        let draft = WholeFile.draftPath(of: path)
        do {
            let (active, trashed) = try writeNotes(to: NewFile(draft))
            guard try WholeFile.renameUnlessPresent(draft, to: path) else {
                throw CommandFailure(NotesTransferWords.fileAlreadyExists(path))
            }
            printWithProgramName(NotesTransferWords.exported(active, trashed, to: path))
            return .done
        } catch {
            try? WholeFile.remove(draft)
            if let failure = error as? CommandFailure { throw failure }
            let reason = (error as? LibraryError)?.reason ?? "\(error)"
            throw CommandFailure(NotesTransferWords.unwritten(path, reason))
        }
    }

    /// Writes active notes as they arrive, and keeps trashed notes, which are few, in memory until
    /// the end. Returns the number of notes in each list.
    private func writeNotes(to file: NewFile) throws -> (active: Int, trashed: Int) {
        var active = NotesExportListEncoder(.active, before: "{\n")
        var trashed = NotesExportListEncoder(.trashed, before: ",\n")
        try client.forEachObject(in: .trappingIfInvalid("note"), of: user, hasData: true) {
            key, object throws(CommandFailure) in
            guard let object else { throw .strangeAnswer }
            let fields = NoteMapping.fields(of: object, key: key)
            if NoteMapping.isTrashed(object) { return trashed.add(fields) }
            active.add(fields)
            guard active.bytes.count > Self.pieceSize else { return }
            do throws(LibraryError) {
                try file.append(active.bytes)
                active.bytes = []
            } catch {
                throw CommandFailure(NotesTransferWords.unwritten(path, error.reason))
            }
        }
        try file.append(active.bytes + NotesExportListEncoder.end.utf8)
        try file.append(trashed.bytes + NotesExportListEncoder.end.utf8 + "\n}\n".utf8)
        try file.sync()
        return (active.count, trashed.count)
    }
}

/// One of the two lists of an export, with a note on each line.
private struct NotesExportListEncoder {
    static let end = "\n  ]"

    private(set) var count = 0
    /// The bytes that are still to be written.
    var bytes: [UInt8]

    init(_ list: ExportedNotesList, before: String) {
        bytes = Array("\(before)  \"\(list.rawValue)\": [".utf8)
    }

    mutating func add(_ fields: JSONObject) {
        bytes += (count > 0 ? ",\n    " : "\n    ").utf8
        bytes.append(json: fields)
        count += 1
    }
}
