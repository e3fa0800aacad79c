import Testing

/// What is shown of the library's use is a part of a program that is compiled and run.
@Suite("Code blocks")
struct CodeBlockTests {
    @Test("Every block of code about SimperiumKit is a shown region of a snippet")
    func blocks() {
        let shown = Snippets.shown
        #expect(shown.count > 3)
        var count = 0
        for file in TidyTests.files where file.isIn("Sources/Apps/SimperiumKit") {
            for block in Snippets.blocks(in: file.lines) {
                count += 1
                if !shown.contains(block) { Issue.record("\(file.path): \(block)") }
            }
        }
        #expect(count > 0)
    }

    @Test("The check sees what it is for")
    func checkBites() {
        let lines = """
            /// Text.
            ///
            ///     let a = 1
            ///     if a { b }
            ///
            /// More text.
            struct Some {
                ///     one
            """.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(Snippets.blocks(in: lines) == [["let a = 1", "if a { b }"], ["one"]])
        let snippet = """
            hidden
            // snippet.show
                one
                  two
            // snippet.hide
            hidden
            """
        #expect(Snippets.shown(in: snippet) == [["one", "  two"]])
    }
}

/// The programs of `Snippets`, as text.
enum Snippets {
    static let shown = ["TodoList", "BucketBackup"].flatMap { name in
        Repository.text(of: "Snippets/\(name).swift").map { shown(in: $0) } ?? []
    }

    /// The regions between `snippet.show` and `snippet.hide`.
    static func shown(in text: String) -> [[String]] {
        var regions: [[String]] = []
        var isShown = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = line.drop { $0 == " " }
            if mark == "// snippet.show" {
                isShown = true
                regions.append([])
            } else if mark == "// snippet.hide" {
                isShown = false
            } else if isShown {
                regions[regions.count - 1].append(String(line))
            }
        }
        return regions.map(unindented)
    }

    /// What stands four columns further in than a doc comment's text.
    static func blocks(in lines: [Substring]) -> [[String]] {
        var blocks: [[String]] = []
        var isOpen = false
        for line in lines {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///     ") {
                if !isOpen { blocks.append([]) }
                isOpen = true
                blocks[blocks.count - 1].append(String(text.dropFirst(8)))
            } else {
                isOpen = false
            }
        }
        return blocks
    }

    private static func unindented(_ lines: [String]) -> [String] {
        let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min()
        return lines.map { String($0.dropFirst(indentation ?? 0)) }
    }
}
