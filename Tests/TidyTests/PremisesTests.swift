import Testing

/// The pages that explain this repository are true, as far as a test can see.
@Suite("The premises")
struct PremisesTests {
    private static let protocolPage = Page(path: "Sources/PROTOCOL.md")
    private static let pages = [
        "README.md", "Sources/README.md", "Sources/PROTOCOL.md", "Tests/README.md",
    ].compactMap { Page(path: $0) }
    private static let files = TidyTests.files
    /// The statements that each file of tests cites.
    private static let cited = files.filter { $0.isIn("Tests") && !$0.isIn("Tests/TidyTests") }
        .map { (path: $0.path, numbers: Citations.all(in: $0.text.bytes)) }

    @Test("Every number that a test cites is a statement of the protocol")
    func statementsExist() throws {
        let page = try #require(Self.protocolPage)
        let stated = Set(page.statements)
        #expect(stated.count == page.statements.count, "a number has two statements")
        for (path, numbers) in Self.cited {
            let unknown = numbers.filter { !stated.contains($0) }
            if !unknown.isEmpty { Issue.record("\(path) cites \(unknown)") }
        }
    }

    @Test("Every statement of the protocol is cited by a test")
    func statementsHold() throws {
        let page = try #require(Self.protocolPage)
        let cited = Set(Self.cited.flatMap(\.numbers))
        #expect(page.statements.filter { !cited.contains($0) } == [])
        #expect(page.statements.count > 100)
    }

    @Test("The limits in the protocol's table are those of the code")
    func limits() throws {
        let page = try #require(Self.protocolPage)
        let rows = page.rows.filter {
            $0.count > 2 && ["Limits.", "Pace."].contains(where: $0[2].contains)
        }
        .map { (name: $0[2].filter { $0 != "`" }, value: CodeLimits.value(of: $0[1][...])) }
        #expect(rows.count > 20)
        let types = Set(rows.compactMap { $0.name.split(separator: ".").first.map(String.init) })
        let sources = Self.files.filter { $0.isIn("Sources") }
        let limits = CodeLimits.all(of: types, in: sources)
        for row in rows {
            #expect(row.value != nil && row.value == limits[row.name], "\(row.name)")
        }
    }

    @Test("Files and folders that a page names are there", arguments: pages)
    func paths(page: Page) {
        let names = Set(Self.files.map(\.path))
        for path in page.paths {
            let isThere =
                Repository.contains(path) || names.contains { $0.hasSuffix("/" + path) }
            #expect(isThere, "\(path)")
        }
    }

    @Test("The checks see their faults")
    func checksBite() {
        let page = Page(
            path: "Some.md",
            text: """
                - **S1** It is so. *iOS, unlike S9.*
                - **C12** And so.
                | a frame | 1 MiB | `Limits.frame` | closed |
                See `Sources/Nowhere/Bad.swift`, Tests/Goldens/NAME.txt. And `Page.swift`.
                """)
        #expect(page.statements == ["S1", "C12"])
        #expect(page.paths == ["Sources/Nowhere/Bad.swift", "Tests/Goldens", "Page.swift"])
        #expect(page.rows == [["a frame", "1 MiB", "`Limits.frame`", "closed"]])
        #expect(Citations.all(in: "S1, C23: %C3 %S3 S123 XS1 S S1x é P4") == ["S1", "C23", "P4"])
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
