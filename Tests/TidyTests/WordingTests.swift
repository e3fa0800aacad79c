import Testing

/// The texts for people are in `Sources/Game/Wording` if several programs show them, and otherwise
/// in an enum or a file of words beside the code that shows them.
@Suite("Wording")
struct WordingTests {
    /// The targets that have no sentences of their own. Shells are not among them: their texts are
    /// names of a library's functions, for the log.
    static let silent: Set = [
        "Commands", "Drawing", "Guests", "Host", "Lobby", "PlainText", "Play", "Recording",
        "SimperiumKit", "SimperiumReplica", "SimperiumServer", "SimperiumSync", "Visit",
        "tictactoe",
    ]
    /// Texts in words that a program reads, or a developer.
    private static let exceptions: [(path: String, reason: String)] = [
        ("Sources/System/Drawing/Theme/Theme+", "the themes, in their files' language"),
        ("Sources/Program/Commands/Completions/", "scripts for shells"),
        ("Sources/Server/Host/HTTP/", "answers to other programs"),
        ("Sources/Server/Host/Accounts/AccountForm.swift", "the same"),
        ("Sources/Server/Host/Host+Authorizing.swift", "the same"),
        ("Sources/Server/Host/Host+Lifecycle.swift", "the same, as a WebSocket closes"),
        ("Sources/Simperium/SimperiumSync/Bucket/BucketEvent.swift", "an entry of the log"),
        ("Sources/Simperium/SimperiumSync/Bucket/ThreeWay.swift", "a trap"),
    ]
    /// Calls whose texts only a developer sees.
    private static let traps = ["precondition", "debugDescription"]

    @Test("No sentence for people is outside of its folder or its enum", arguments: silent.sorted())
    func sentences(target: String) {
        let files = TidyTests.files.filter { file in
            file.isIn("Sources") && file.target == target && !file.path.hasSuffix("Words.swift")
                && !Self.exceptions.contains { file.path.hasPrefix($0.path) }
        }
        #expect(!files.isEmpty)
        for file in files {
            for literal in Self.prose(in: file) {
                Issue.record("\(file.path):\(literal.line): \(literal.text)")
            }
        }
    }

    @Test("An exception has something to except", arguments: exceptions.map(\.path))
    func isNeeded(path: String) {
        let files = TidyTests.files.filter { $0.path.hasPrefix(path) }
        #expect(files.contains { !Self.prose(in: $0).isEmpty })
    }

    /// A stored constant is part of its module's interface: if its text changes, all modules that
    /// import it are compiled.
    @Test("A sentence that many modules import is computed", arguments: ["Commands", "Wording"])
    func isComputed(target: String) {
        let files = TidyTests.files.filter { $0.isIn("Sources") && $0.target == target }
        #expect(!files.isEmpty)
        for file in files {
            for literal in Self.storedProse(in: file) {
                Issue.record("\(file.path):\(literal.line): \(literal.text)")
            }
        }
    }

    private static func storedProse(in file: SourceFile) -> [SwiftReader.Literal] {
        file.literals.filter { literal in
            let line = file.text.text(ofLine: literal.line)
            if line.contains("= \"") { return literal.isProse && line.contains("static let") }
            guard literal.isProse, literal.line > 1 else { return false }
            let before = file.text.text(ofLine: literal.line - 1)
            return before.contains("static let") && before.hasSuffix(" =")
        }
    }

    @Test("The check of stored sentences sees its faults")
    func checkOfStoredBites() {
        let file = SourceFile(
            path: "Sources/Game/Wording/Bad.swift",
            text: ##"""
                static let a = "Three more words."
                static let b =
                    "Two more words."
                static var c: String { "Three more words." }
                static let d = "word"
                """##)
        #expect(Self.storedProse(in: file).map(\.line) == [1, 3])
    }

    private static func prose(in file: SourceFile) -> [SwiftReader.Literal] {
        let places = placesOfWords(in: file.text.texts.map(String.init))
        return file.literals.filter { literal in
            let line = file.text.text(ofLine: literal.line)
            return literal.isProse && !traps.contains { line.contains($0) }
                && !places.contains(literal.line)
        }
    }

    /// The calls that are rows of a table with their words: keys, settings, items of the menu.
    private static let rows = [
        "ScreenAction(", "ActionTable(", "SettingField(", "Texts(",
    ]

    /// The names, or their ends, of the enums for words: `Words`, `LogWords`, `GameManualPage`.
    private static let homes = ["Words", "Page", "Headings"]

    /// The numbers of the lines in such an enum or an extension of it, and in such a row.
    private static func placesOfWords(in lines: [String]) -> Set<Int> {
        var places: Set<Int> = []
        var end: String?
        var depth = 0
        for (number, line) in zip(1..., lines) {
            let indentation = line.prefix { $0 == " " }
            if end == nil, isHomeOfWords(line) {
                end = indentation + "}"
            }
            let start = depth > 0 || rows.contains { line.contains($0) }
            if start {
                depth += line.count { $0 == "(" } - line.count { $0 == ")" }
            }
            if start || end != nil { places.insert(number) }
            if line == end { end = nil }
        }
        return places
    }

    /// True for `private enum Words {` and `extension ServerManualPage.Log {`.
    private static func isHomeOfWords(_ line: String) -> Bool {
        let words = line.split { $0 == " " || $0 == "." }
        guard line.hasSuffix(" {"),
            let kind = words.firstIndex(where: { $0 == "enum" || $0 == "extension" }),
            words.indices.contains(kind + 1)
        else { return false }
        return homes.contains { words[kind + 1].hasSuffix($0) }
    }

    @Test("The check sees its faults")
    func checkBites() {
        let file = SourceFile(
            path: "Sources/Game/Play/Bad.swift",
            text: ##"""
                let a = "Two words." // "not this one"
                let b = "has come in"
                let c = "\(f("x (", y)) left.", d = "a\nb", e = "\"quoted word\""
                let g = """
                    Over lines
                    of text
                    """
                let h = #"one "and two" \#(g) more"#
                let i = "play", j = " \(i) ", k = "\u{1B}[?7l"
                precondition(a == b, "nobody reads this")
                let k = ScreenAction(
                    "w", "watch (TV)", "watch this match", on: "w")
                let l = "Behind the row"
                private enum Words {
                    static let m = "In the enum"
                }
                let n = "Behind the enum"
                extension GamePage.Files {
                    static let o = "In the extension"
                }
                extension Game {
                    static let p = "In another one"
                }
                """##)
        #expect(
            file.literals.map(\.line) == [1, 2, 3, 3, 3, 3, 4, 8, 9, 9, 9, 10, 12, 12, 12, 12]
                + [13, 15, 17, 19, 22])
        #expect(Self.prose(in: file).map(\.line) == [2, 3, 3, 4, 8, 13, 17, 22])
    }
}
