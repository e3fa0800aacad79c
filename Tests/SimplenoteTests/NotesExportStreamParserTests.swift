import Simplenote
import Testing

@Suite("The parser of notes.json")
struct NotesExportStreamParserTests {
    private static let file = """
        \u{FEFF}{ "activeNotes" : [ {"id":"a","content":"}],\\"\\\\"}, {"b":[[{}],"]"]} ],
          "made": {"by": [1, "x"]}, "at": 5, "trashedNotes":[{"id":"c"}]}

        """

    /// Returns the notes as texts behind their lists.
    private func read(_ file: some Collection<UInt8>, inPiecesOf size: Int) throws -> [String] {
        var parser = NotesExportStreamParser()
        var notes: [String] = []
        var rest = Array(file)[...]
        while !rest.isEmpty {
            parser.add(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let note = try parser.nextNote() {
                notes.append(
                    "\(note.place.list.rawValue) \(note.place.number) "
                        + String(decoding: note.bytes, as: UTF8.self))
            }
        }
        try parser.throwUnlessComplete()
        return notes
    }

    @Test("The notes are the same however the file is cut into pieces")
    func pieces() throws {
        for size in [1, 2, 3, 7, 64, 10_000] {
            #expect(
                try read(Self.file.utf8, inPiecesOf: size) == [
                    #"activeNotes 1 {"id":"a","content":"}],\"\\"}"#,
                    #"activeNotes 2 {"b":[[{}],"]"]}"#, #"trashedNotes 1 {"id":"c"}"#,
                ])
        }
    }

    @Test("A file that is cut off anywhere is refused")
    func cutOff() {
        let bytes = Array(Self.file.utf8)
        let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
        for length in 0...end {
            #expect(throws: NotesFileFault.self) { try read(bytes.prefix(length), inPiecesOf: 50) }
        }
        #expect(throws: NotesFileFault.cutOff) { try read(bytes.prefix(60), inPiecesOf: 50) }
    }

    @Test("One list is enough, also an empty one; other members are named")
    func lists() throws {
        #expect(try read(#"{"activeNotes":[]}"#.utf8, inPiecesOf: 9) == [])
        #expect(
            try read(#"{"trashedNotes":[{}]}"#.utf8, inPiecesOf: 9) == ["trashedNotes 1 {}"])
        var parser = NotesExportStreamParser()
        parser.add(Array(Self.file.utf8))
        while try parser.nextNote() != nil {}
        #expect(parser.otherMembers == ["made", "at"])
    }

    @Test(
        "A file that is no export is refused with the reason",
        arguments: [
            ("", NotesFileFault.notJSON(at: 0)), ("[]", .notJSON(at: 0)), ("{}", .noLists),
            (#"{"notes":[]}"#, .noLists), (#"{"activeNotes":{}}"#, .notAList(.active)),
            (#"{"trashedNotes":null}"#, .notAList(.trashed)),
            (#"{"activeNotes":[,]}"#, .notJSON(at: 16)),
            (#"{"activeNotes":[{},]}"#, .notJSON(at: 19)),
            (#"{"activeNotes":[]} x"#, .notJSON(at: 19)),
            (#"{"a":tru,"activeNotes":[]}"#, .notJSON(at: 8)),
            (#"{"activeNotes":[{}"#, .cutOff), ("PK", .notJSON(at: 0)),
        ] as [(String, NotesFileFault)])
    func refused(_ file: String, _ fault: NotesFileFault) {
        #expect(throws: fault) { try read(file.utf8, inPiecesOf: 1_000) }
    }

    @Test("A note of more than 16 MiB is refused before it is complete")
    func longNote() {
        var parser = NotesExportStreamParser()
        parser.add(Array(#"{"activeNotes":[{"content":""#.utf8))
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        let fault = #expect(throws: NotesFileFault.self) {
            for _ in 0..<20 {
                _ = try parser.nextNote()
                parser.add(piece)
            }
        }
        guard case .note(let place, .tooLarge)? = fault else {
            Issue.record("refused for another reason")
            return
        }
        #expect(place == ExportedNotePosition(.active, 1))
    }
}
