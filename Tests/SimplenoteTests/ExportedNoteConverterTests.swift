import SimperiumJSON
import SimperiumWire
import Simplenote
import Testing

@Suite("The check of an export")
struct ExportedNoteConverterTests {
    private struct Result {
        let check: ExportedNoteConverter
        let items: [ExportedNoteConverter.NoteOrTagObject]
        var keys: [String] { items.map(\.key.text) }
    }

    private func convert(_ notes: [String], trashed: [String] = []) throws -> Result {
        var check = ExportedNoteConverter()
        var items: [ExportedNoteConverter.NoteOrTagObject] = []
        for (list, notes) in [(ExportedNotesList.active, notes), (.trashed, trashed)] {
            for (index, note) in notes.enumerated() {
                let element = NotesExportStreamParser.RawNote(
                    place: ExportedNotePosition(list, index + 1), bytes: Array(note.utf8))
                if let item = try check.convert(element) { items.append(item) }
            }
        }
        return Result(check: check, items: items)
    }

    @Test(
        "An id is kept if it can be a key, and is percent-encoded otherwise",
        arguments: [
            ("0123abcd-EF", "0123abcd-EF"), ("a%2Fb", "a%2Fb"), ("a/b", "a%2Fb"),
            ("50 %", "50%20%25"),
            ("😀", "%F0%9F%98%80"), (".", "%2E"), ("..", "%2E%2E"), ("~é", "%7E%C3%A9"),
        ])
    func keys(_ id: String, _ key: String) throws {
        let result = try convert([JSON.object(["id": JSON(id)]).description])
        #expect(result.keys == [key])
        let item = try #require(result.items.first)
        #expect(NoteMapping.fields(of: item.object, key: key)["id"] == JSON(id))
    }

    @Test("Notes without an id get one that is the same the next time")
    func withoutIDs() throws {
        let notes = [#"{"content":"a"}"#, #"{"id":"","content":"b"}"#, #"{"content":"a"}"#]
        let result = try convert(notes)
        #expect(Set(result.keys).count == 3)
        #expect(result.check.counts.withoutID == 3)
        #expect(try convert(notes).keys == result.keys)
    }

    @Test("A note that is there twice is imported once; another one with its id gets a new id")
    func sameIDs() throws {
        let notes = [
            #"{"id":"k","content":"a"}"#, #"{"id":"k", "content":"a"}"#,
            #"{"id":"k","content":"b"}"#, #"{"content":"b","id":"k"}"#,
            #"{"id":"k","content":"b"}"#,
            #"{"id":"x/y"}"#, #"{"id":"x%2Fy"}"#,
        ]
        let result = try convert(notes, trashed: [notes[0]])
        let counts = result.check.counts
        #expect(result.keys.first == "k" && Set(result.keys).count == result.keys.count)
        #expect(counts.active + counts.trashed == result.keys.count)
        #expect(counts.repeated + counts.renamed + 2 == 8)
        #expect(counts.trashed == 1)
        #expect(try convert(notes, trashed: [notes[0]]).keys == result.keys)
    }

    @Test("Tags that differ in case are one tag, with the spelling of the first")
    func tags() throws {
        let long = String(repeating: "😀", count: 30)
        let result = try convert([
            #"{"id":"1","tags":["Work","a b","\#(long)"]}"#,
            #"""
            {"id":"2","tags":["work","kim@example.org","","É(1)"],
            "collaboratorEmails":["l@x.org"]}
            """#,
        ])
        #expect(result.check.tags.map(\.key.text) == ["work", "a%20b", "%C3%A9%281%29"])
        #expect(result.check.tags.map(\.object["name"]) == ["Work", "a b", "É(1)"])
        #expect(result.check.tags.map(\.object["index"]) == [0, 1, 2])
        #expect(result.check.tagsWithoutKey == [long])
        #expect(
            result.items[1].object["tags"] == ["work", "kim@example.org", "", "É(1)", "l@x.org"])
    }

    @Test("Half of an emoji is replaced, and a whole one stays")
    func halves() throws {
        let result = try convert([
            #"{"id":"1","content":"a\ud83d b\\ud83d \ud83d\ude00 \ude00"}"#
        ])
        #expect(result.items[0].object["content"] == #"a� b\ud83d 😀 �"#)
        #expect(result.check.counts.repaired == 1)
    }

    @Test("A note that a server can't store is refused with its id")
    func refused() throws {
        func flaw(_ note: String) -> NotesFileFault? {
            #expect(throws: NotesFileFault.self) { try convert([#"{"id":"0"}"#, note]) }
        }
        func fault(_ flaw: NoteImportFlaw, id: String?) -> NotesFileFault {
            .note(ExportedNotePosition(.active, 2, id: id), flaw)
        }
        #expect(flaw("7") == fault(.notAnObject, id: nil))
        #expect(flaw(#"{"id":"k","a":nil}"#) == fault(.malformed, id: nil))
        #expect(flaw(#"{"id":7}"#) == fault(.wrongType("id", .text), id: nil))
        #expect(
            flaw(#"{"id":"k","pinned":"yes"}"#) == fault(.wrongType("pinned", .yesOrNo), id: "k"))
        let long = String(repeating: "/", count: 86)
        #expect(flaw(#"{"id":"\#(long)"}"#) == fault(.idTooLong, id: long))
        let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        #expect(flaw(#"{"id":"k","x":\#(deep)}"#) == fault(.tooDeep, id: "k"))
        let text = String(repeating: "x", count: 2 << 20)
        guard
            case .note(let place, .tooLarge(let size))? = flaw(#"{"id":"k","content":"\#(text)"}"#)
        else {
            Issue.record("a note of 2 MiB was not refused for its size")
            return
        }
        #expect(place.id == "k" && size > 2 << 20)
    }

    @Test("Counts have each kind")
    func counts() throws {
        let result = try convert(
            [#"{"id":"1","pinned":true}"#, #"{"id":"2","markdown":true,"pinned":true}"#],
            trashed: [#"{"id":"3","markdown":true}"#])
        let counts = result.check.counts
        #expect(counts.active == 2 && counts.trashed == 1 && counts.notes == 3)
        #expect(counts.pinned == 2 && counts.markdown == 2)
    }
}
