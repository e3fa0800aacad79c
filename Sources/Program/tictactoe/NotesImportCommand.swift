import Commands
import Drawing
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire
import Simplenote

/// `tictactoe accounts import`: adds the notes of an export to a user's buckets.
///
/// The import changes no existing object, so the operator can repeat it, even after a failure. It
/// never replaces an edit, even if a client makes the edit during the import.
struct NotesImportCommand {
    /// The maximum number of changes in a request.
    private static let mostChanges = 500
    /// The maximum size of the changes in a request, in bytes. A larger change is sent alone.
    private static let mostBytes = 512 << 10

    /// The results for the objects of one bucket.
    struct ImportCounts {
        var added = 0
        var present = 0
        /// The keys that the server refused, with the error codes.
        var refused: [(key: ObjectKey, code: Int)] = []
    }

    let source: CheckedNotesExportFile
    let user: UserID
    let client: OperatorHTTPClient

    func run() throws -> ExitStatus {
        printSourceSummary()
        var notes = BucketImport("note", of: user, client)
        var tags = BucketImport("tag", of: user, client)
        try notes.fetchAllBucketKeys()
        do {
            try source.forEachNote { try notes.addUnlessPresent($0) }
            try notes.sendPendingObjects()
            try sendTags(by: &tags)
        } catch {
            complain(NotesTransferWords.incomplete(notes.tally.added))
            throw error
        }
        printWithProgramName(NotesTransferWords.addedNotes(notes.tally, to: client.account))
        printWithProgramName(NotesTransferWords.addedTags(tags.tally))
        let refused = notes.tally.refused + tags.tally.refused
        for (key, code) in refused.prefix(20) { complain(NotesTransferWords.refused(key, code)) }
        guard refused.isEmpty else {
            return complain(NotesTransferWords.incomplete(notes.tally.added))
        }
        return .done
    }

    private func sendTags(by tags: inout BucketImport) throws(CommandFailure) {
        try tags.fetchAllBucketKeys()
        let count = tags.existingKeys.count
        for var tag in source.tags {
            tag.object["index"] = JSON(count + tags.tally.added + tags.unsentCount)
            try tags.addUnlessPresent(tag)
        }
        try tags.sendPendingObjects()
    }

    private func printSourceSummary() {
        let counts = source.counts
        printWithProgramName(NotesTransferWords.foundNotes(counts, tags: source.tags.count))
        for remark in [
            (counts.withoutID, NotesTransferWords.notesWithoutID),
            (counts.renamed, NotesTransferWords.notesWithDuplicateID),
            (counts.repeated, NotesTransferWords.notesTwiceInFile),
            (counts.repaired, NotesTransferWords.notesWithHalfCharactersReplaced),
            (source.tagsWithoutKey, NotesTransferWords.tooLongTags),
        ] where remark.0 > 0 {
            printWithProgramName(remark.1(remark.0))
        }
        for member in source.otherMembers {
            complain(NotesTransferWords.memberNotImported(ForeignText(member)))
        }
    }

    /// The objects for one bucket, sent in several requests.
    private struct BucketImport {
        private(set) var tally = ImportCounts()
        private(set) var existingKeys: Set<String> = []
        private let bucket: BucketName
        private let user: UserID
        private let client: OperatorHTTPClient
        private var items: [ExportedNoteConverter.NoteOrTagObject] = []
        private var bytes: [UInt8] = []

        init(_ bucket: String, of user: UserID, _ client: OperatorHTTPClient) {
            self.bucket = .trappingIfInvalid(bucket)
            self.user = user
            self.client = client
        }

        /// The number of objects that are not sent yet.
        var unsentCount: Int { items.count }

        mutating func fetchAllBucketKeys() throws(CommandFailure) {
            var found: Set<String> = []
            try client.forEachObject(in: bucket, of: user, hasData: false) { key, _ in
                found.insert(key)
            }
            existingKeys = found
        }

        mutating func addUnlessPresent(_ item: ExportedNoteConverter.NoteOrTagObject)
            throws(CommandFailure)
        {
            guard !existingKeys.contains(item.key.text) else {
                tally.present += 1
                return
            }
            let change = Self.creationChange(item)
            if items.count == mostChanges || bytes.count + change.count > mostBytes {
                try sendPendingObjects()
            }
            bytes += (items.isEmpty ? "[" : ",").utf8
            bytes += change
            items.append(item)
        }

        /// Sends the objects, and counts the results.
        mutating func sendPendingObjects() throws(CommandFailure) {
            guard !items.isEmpty else { return }
            let sent = items
            let body = bytes + "]".utf8
            (items, bytes) = ([], [])
            let (answer, again) = try client.requestJSONWithRetries(
                .post, [bucket.text, "changes"], ["wait": "1", "new": "1", "clientid": "import"],
                body: body,
                of: user)
            guard let results = answer.array, results.count == sent.count else {
                throw .strangeAnswer
            }
            for (item, result) in zip(sent, results) {
                switch result["error"]?.int {
                case nil: tally.added += 1
                // An earlier attempt added the object.
                case 409? where again: tally.added += 1
                case 412?: tally.present += 1
                case let code?: tally.refused.append((item.key, code))
                }
            }
        }

        private static func creationChange(
            _ item: ExportedNoteConverter.NoteOrTagObject
        ) -> [UInt8] {
            let diff = item.object.map { member in
                let operation: JSONObject = ["o": "+", "v": member.value]
                return JSONObject.Member(name: member.name, value: .object(operation))
            }
            let change: JSONObject = [
                "id": JSON(item.key.text), "o": "M", "v": .object(JSONObject(diff)),
                "ccid": JSON(SecureRandom.hexText(byteCount: 16)),
            ]
            return change.utf8
        }
    }
}

/// The messages of `tictactoe accounts import` and `tictactoe accounts export`.
enum NotesTransferWords {
    static func foundNotes(_ counts: ExportedNoteConverter.NoteCounts, tags: Int) -> String {
        "found \(counts.notes) notes: \(counts.active) active and \(counts.trashed) in the trash, "
            + "\(counts.pinned) pinned, \(counts.markdown) in Markdown, with \(tags) tags"
    }

    static func notesWithoutID(_ count: Int) -> String {
        "notes without an id, which get one: \(count)"
    }
    static func notesWithDuplicateID(_ count: Int) -> String {
        "notes with the id of another note, which get a new id: \(count)"
    }
    static func notesTwiceInFile(_ count: Int) -> String {
        "notes that are in the file twice: \(count)"
    }
    static func notesWithHalfCharactersReplaced(_ count: Int) -> String {
        "notes with an incomplete character, which is replaced: \(count)"
    }
    static func tooLongTags(_ count: Int) -> String {
        "tags that are too long for the list of tags, and stay in their notes: \(count)"
    }
    static func memberNotImported(_ name: ForeignText) -> String {
        "the file's \(name.shown) is not a list of notes and is not imported"
    }

    static func addedNotes(_ tally: NotesImportCommand.ImportCounts, to name: String) -> String {
        "notes added to \(name): \(tally.added); already there and unchanged: \(tally.present)"
    }
    static func addedTags(_ tally: NotesImportCommand.ImportCounts) -> String {
        "tags added: \(tally.added); already there and unchanged: \(tally.present)"
    }
    static func refused(_ key: ObjectKey, _ code: Int) -> String {
        "the server refused \(key) with error \(code)"
    }
    static func incomplete(_ added: Int) -> String {
        "the import is incomplete: \(added) notes were added. Run it again to add the rest"
    }

    static func exported(_ active: Int, _ trashed: Int, to path: String) -> String {
        "exported \(active + trashed) notes to \(path): "
            + "\(active) active and \(trashed) in the trash"
    }
    static func notAnArchive(_ path: String) -> String {
        "\(path) would not be a zip archive: the export is one JSON file, so use a name such as "
            + "notes.json"
    }
    static func fileAlreadyExists(_ path: String) -> String {
        "\(path) already exists and was not changed"
    }
    static func unwritten(_ path: String, _ reason: String) -> String {
        "\(path) can't be written: \(reason)"
    }
}
