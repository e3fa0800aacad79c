import Testing

/// The examples of the library's use are parts of programs that are compiled and run.
@Suite("Code blocks")
struct CodeBlockTests {
    /// The targets of the library, because their comments are pages of its documentation.
    private static let targets = [
        "Sources/Simperium/SimperiumKit", "Sources/Simperium/SimperiumJSON",
        "Sources/Simperium/SimperiumTesting", "Sources/Simperium/SimperiumWire",
    ]

    @Test("Every block of code about the library is a shown region of a snippet")
    func comments() {
        let shown = Snippets.shown
        #expect(shown.count > 3)
        var count = 0
        for file in TidyTests.files where Self.targets.contains(where: file.isIn) {
            for block in Snippets.blocks(in: file.text.texts) {
                count += 1
                if !shown.contains(block) { Issue.record("\(file.path): \(block)") }
            }
        }
        #expect(count > 0)
    }

    @Test("Every block of a page is one, too; pages have no other code in Swift")
    func pages() throws {
        let shown = Snippets.shown + Snippets.ofPackages
        let articles = Repository.paths(under: "Sources/Simperium/SimperiumKit/SimperiumKit.docc")
        #expect(articles.count == 6)
        for path in articles + ["README.md"] {
            let text = try #require(Repository.text(of: path))
            let blocks = Snippets.pageBlocks(in: text).filter(Snippets.isSwift)
            for block in blocks where !shown.contains(block) {
                Issue.record("\(path): \(block)")
            }
            #expect(path.contains("Another") || !blocks.isEmpty, "\(path) shows nothing")
        }
    }

    @Test("The check sees its faults")
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
        let page = """
            Text

                let a = 1

                if a { b }

            - a list

            ```swift
            one
            ```
                make play
            """
        let blocks = Snippets.pageBlocks(in: page)
        #expect(blocks == [["let a = 1", "", "if a { b }"], ["```swift", "one"], ["make play"]])
        #expect(blocks.map(Snippets.isSwift) == [true, true, false])
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
    static let shown = Repository.paths(under: "Snippets").flatMap { path in
        Repository.text(of: path).map { shown(in: $0) } ?? []
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

    /// The lines for the manifest of another package, which `make library` tries.
    static let ofPackages: [[String]] = {
        let text = Repository.text(of: "Assets/package/try-library") ?? ""
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        // Only a package with targets of the same names needs aliases.
        return lines.filter { $0.hasPrefix(".product(") }.map { line in
            guard let aliases = line.firstRange(of: ", moduleAliases: ") else {
                return [String(line)]
            }
            return [line[..<aliases.lowerBound] + "),"]
        }
    }()

    /// The blocks of a page: indented ones, and fenced ones with the fence as their first line.
    static func pageBlocks(in text: String) -> [[String]] {
        var blocks: [[String]] = []
        var (isOpen, isFenced) = (false, false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isFence = line.hasPrefix("```")
            if isFence { isFenced.toggle() }
            if isFence && !isFenced {
                isOpen = false
            } else if isFenced || line.hasPrefix("    ") {
                if !isOpen || isFence { blocks.append([]) }
                isOpen = true
                blocks[blocks.count - 1].append(String(isFenced ? line : line.dropFirst(4)))
            } else if line.isEmpty, isOpen {
                blocks[blocks.count - 1].append("")
            } else {
                isOpen = false
            }
        }
        return blocks.map { block in
            Array(block.reversed().drop { $0.isEmpty }.reversed())
        }
    }

    /// True if a block of a page is code in Swift, and not a command or frames.
    static func isSwift(_ block: [String]) -> Bool {
        let words = ["let ", "var ", "try ", "for ", "import ", "struct ", "func ", "do {", "."]
        return block[0] == "```swift"
            || block.contains { line in
                words.contains { line.drop { $0 == " " }.hasPrefix($0) }
            }
    }

    /// The code in doc comments: four columns further in than their text.
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
