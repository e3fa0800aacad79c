import Testing

/// What people read stands in one folder, `Sources/Core/Wording`.
@Suite("Wording")
struct WordingTests {
    /// The targets that have no sentences of their own.
    static let silent: Set = [
        "Drawing", "Guests", "Lobby", "PlainText", "Play", "Visit",
    ]
    /// What is written in words, and read by a program or by whoever changes this one.
    private static let exceptions: [(path: String, reason: String)] = [
        ("Sources/Core/Drawing/Theme/Theme+BuiltIn.swift", "the themes, in their files' language")
    ]
    /// Calls whose texts nobody sees but whoever finds the mistake in the code.
    private static let traps = ["precondition", "debugDescription"]

    @Test("No sentence for people stands outside of its folder", arguments: silent.sorted())
    func sentences(target: String) {
        let files = TidyTests.files.filter { file in
            file.isIn("Sources") && file.target == target
                && !Self.exceptions.contains { $0.path == file.path }
        }
        #expect(!files.isEmpty)
        for file in files {
            for literal in Self.prose(in: file) {
                Issue.record("\(file.path):\(literal.line): \(literal.text)")
            }
        }
    }

    @Test("An exception has something to except", arguments: exceptions.map(\.path))
    func isNeeded(path: String) throws {
        let file = try #require(TidyTests.files.first { $0.path == path })
        #expect(!Self.prose(in: file).isEmpty)
    }

    private static func prose(in file: SourceFile) -> [StringLiterals.Literal] {
        StringLiterals(in: file).all.filter { literal in
            let line = file.lines[literal.line - 1]
            return literal.isProse && !traps.contains { line.contains($0) }
        }
    }

    @Test("The check sees what it is for")
    func checkBites() {
        let file = SourceFile(
            path: "Sources/Core/Play/Bad.swift",
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
                """##)
        let literals = StringLiterals(in: file).all
        #expect(literals.map(\.line) == [1, 2, 3, 3, 3, 3, 4, 8, 9, 9, 9, 10])
        #expect(Self.prose(in: file).map(\.line) == [2, 3, 3, 4, 8])
    }
}
