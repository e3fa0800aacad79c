import Testing

/// The pages that explain this repository are true, as far as a test can see.
@Suite("The premises")
struct PremisesTests {
    /// The pages with statements.
    private static let protocolPages = ["Sources/PROTOCOL.md", "Sources/EXTENSIONS.md"]
        .compactMap { DocumentPage(path: $0) }
    private static let pages =
        protocolPages
        + ["README.md", "Sources/README.md", "Sources/RECIPES.md", "Tests/README.md"].compactMap {
            DocumentPage(path: $0)
        }
    private static let files = TidyTests.files
    /// The statements that each file of tests cites.
    private static let cited = files.filter { $0.isIn("Tests") && !$0.isIn("Tests/TidyTests") }
        .map { (path: $0.path, numbers: Citations.all(in: $0.text.bytes)) }

    @Test("A number has one statement, on one page")
    func numbersAreUnique() {
        #expect(Self.protocolPages.count == 2)
        #expect(DocumentPage.repeatedStatements(of: Self.protocolPages) == [])
        for page in Self.protocolPages {
            #expect(page.statements.count > 50, "\(page.path)")
        }
    }

    @Test("Every number that a test cites is a statement of the protocol")
    func statementsExist() {
        let stated = Set(Self.protocolPages.flatMap(\.statements))
        for (path, numbers) in Self.cited {
            #expect(numbers.filter { !stated.contains($0) } == [], "\(path)")
        }
    }

    @Test("Every statement of the protocol is cited by a test")
    func statementsHold() {
        let cited = Set(Self.cited.flatMap(\.numbers))
        for page in Self.protocolPages {
            #expect(page.statements.filter { !cited.contains($0) } == [], "\(page.path)")
        }
    }

    @Test("The limits in the tables are those of the code", arguments: protocolPages)
    func limits(page: DocumentPage) throws {
        let rows = page.rows.filter {
            $0.count > 2 && ["Limits.", "Pace."].contains(where: $0[2].contains)
        }
        .map { (name: $0[2].filter { $0 != "`" }, value: CodeLimits.value(of: $0[1][...])) }
        #expect(rows.count > 8)
        let types = Set(rows.compactMap { $0.name.split(separator: ".").first.map(String.init) })
        let sources = Self.files.filter { $0.isIn("Sources") }
        let limits = CodeLimits.all(of: types, in: sources)
        for row in rows {
            let value = try #require(row.value, "\(row.name)")
            #expect(value == limits[row.name], "\(row.name)")
        }
    }

    @Test("Files and folders that a page names are there", arguments: pages)
    func paths(page: DocumentPage) {
        let names = Set(Self.files.map(\.path))
        for path in page.paths {
            let isThere =
                Repository.contains(path) || names.contains { $0.hasSuffix("/" + path) }
            #expect(isThere, "\(path)")
        }
    }

    @Test("The checks see their faults")
    func checksBite() {
        let page = DocumentPage(
            path: "Some.md",
            text: """
                - **S1** It is so. *iOS, unlike S9.*
                - **C12** And so.
                | a frame | 1 MiB | `Limits.frame` | closed |
                See `Sources/Nowhere/Bad.swift`, Tests/Goldens/NAME.txt. And `Page.swift`.
                """)
        #expect(page.statements == ["S1", "C12"])
        #expect(
            DocumentPage.repeatedStatements(of: [
                page, DocumentPage(path: "Other.md", text: "- **C12** Again."),
            ])
                == ["C12: Some.md, Other.md"])
        #expect(page.paths == ["Sources/Nowhere/Bad.swift", "Tests/Goldens", "Page.swift"])
        #expect(page.rows == [["a frame", "1 MiB", "`Limits.frame`", "closed"]])
        #expect(
            Citations.all(in: "S1, C23: %C3 S123 S1234 XS1 S S1x é P4") == [
                "S1", "C23", "S123", "P4",
            ])
        let code = SourceFile(
            path: "Sources/Some.swift",
            text: """
                struct Limits {
                    static let frame = 1 << 20
                    package var silence = Duration.seconds(90)
                    init(body: Int = 1_000, line: Int = 8 << 10)
                }
                """)
        #expect(
            CodeLimits.all(of: ["Limits"], in: [code]) == [
                "Limits.frame": 1_048_576, "Limits.silence": 90, "Limits.body": 1_000,
                "Limits.line": 8_192,
            ])
        #expect(
            ["1 MiB", "90 s", "8 KiB", "1,000"].map { CodeLimits.value(of: $0) } == [
                1_048_576, 90, 8_192, 1_000,
            ])
    }
}
