/// The reason that a file can't be imported.
package enum NotesFileFault: Error, Hashable, Sendable {
    /// The file ends before its JSON text is complete.
    case cutOff
    /// The byte at this offset is not part of a JSON text.
    case notJSON(at: Int)
    /// The file has neither `activeNotes` nor `trashedNotes`.
    case noLists
    /// The value of this member is not a list of notes.
    case notAList(ExportedNotesList)
    case note(ExportedNotePosition, NoteImportFlaw)
    case tooManyNotes
    case zip(ZipFault)
}

/// One of the two lists of an export. The raw values are the names of the lists in the file.
package enum ExportedNotesList: String, Hashable, Sendable {
    case active = "activeNotes"
    case trashed = "trashedNotes"
}

/// The position of a note in an export.
package struct ExportedNotePosition: Hashable, Sendable {
    package let list: ExportedNotesList
    /// The position in the list, counted from 1.
    package let number: Int
    /// The note's id; nil if the note has none, or if the id could not be read.
    package var id: String?

    package init(_ list: ExportedNotesList, _ number: Int, id: String? = nil) {
        self.list = list
        self.number = number
        self.id = id
    }
}

/// The reason that a note can't be imported.
package enum NoteImportFlaw: Error, Hashable, Sendable {
    case notAnObject
    /// The note is not valid JSON.
    case malformed
    /// A field has a value of the wrong kind. The associated values are the field's name and the
    /// expected kind.
    case wrongType(String, NoteFieldKind)
    /// The id is too long for a key, which has at most 256 bytes.
    case idTooLong
    /// The note has this number of bytes, which is too many.
    case tooLarge(Int)
    case tooDeep
}

/// The kind of a field's value.
package enum NoteFieldKind: Hashable, Sendable {
    case text
    case texts
    case yesOrNo
    case date
}

/// The reason that a zip archive can't be read.
package enum ZipFault: Error, Hashable, Sendable {
    case cutOff
    case damaged
    /// The archive has no `source/notes.json` and no `notes.json`.
    case noNotes
    /// The file in the archive is encrypted with a password.
    case password
    /// The archive is split into several parts.
    case severalDisks
    /// The file is compressed by this method, which is neither 0 (stored) nor 8 (deflate).
    case method(Int)
    /// The file in the archive is longer than this number of bytes.
    case tooLarge(Int)
}
