import Testing

/// The faults that `burn-down.tsv` counts become fewer, and no new ones come.
@Suite("Burn-down")
struct BurnDownTests {
    private static let faults = Faults.ofWords + Faults.ofNames(in: TidyTests.files)

    @Test("No place has more faults than the file allows, or fewer")
    func counts() throws {
        let left = BurnDown(Self.faults)
        let text = Repository.text(of: BurnDown.path) ?? ""
        var allowed = BurnDown(text: text)
        if Renewal.wished == .none {
            // The texts are too long to be printed.
            let isTidy = allowed.text == text
            #expect(isTidy, "rows are twice or unsorted, as after a merge: run `make burn-down`")
        }
        if Renewal.wished != .none {
            allowed = Renewal.wished == .raising ? left : left.lowering(allowed)
            try Repository.write(allowed.text, to: BurnDown.path)
            let places = Self.faults.map { "\($0.place): \($0.row.rule)\n" }.sorted()
            try Repository.write(places.joined(), to: ".build/burn-down.txt")
        }
        let (more, fewer) = left.changes(from: allowed)
        for row in more {
            let places = newestPlaces(of: row).prefix(10).joined(separator: "\n")
            Issue.record(
                """
                \(row.place): \(left[row]) \(Faults.complaints[row.rule] ?? row.rule), \
                the file allows \(allowed[row]):
                \(places)
                """)
        }
        for row in fewer {
            Issue.record(
                """
                \(row.place): \(left[row]) × "\(row.rule)", the file allows \(allowed[row]): \
                run `make burn-down` to lower it
                """)
        }
    }

    /// The places of a row, those in the file that was changed last first.
    private func newestPlaces(of row: BurnDown.Row) -> [String] {
        let faults = Self.faults.filter { $0.row == row }
        let paths = Set(faults.map(\.path)).map { ($0, Repository.changeTime(of: $0)) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
        return paths.flatMap { path in faults.filter { $0.path == path }.map(\.place) }
    }

    @Test("The rules find what they forbid, and nothing else")
    func rulesBite() {
        let code = SourceFile(
            path: "Sources/Game/Game/Bad.swift",
            text: ##"""
                /// Whether it is
                /// anew. Of `nobody`, nobody's.
                struct Some {
                    /// Returns the time at
                    /// which somebody, in / which. The player says, a page says.
                    ///
                    ///     whoever(what: is)
                    let a = 1  // What was, of what.
                    // Why? `Whoever
                    // else` goes
                    //
                    // on once more.
                    let b = "for whom", c = "Nobody", d = "what is"
                    let e = "\(b) tells\nnobody"
                }
                """##)
        #expect(
            Self.found(in: code) == [
                "first word 1", "anew 2", "nobody 2", "of which 5", "nobody 5", "says 5",
                "what is 8", "anew 12", "anew 12", "of which 13", "what is 13", "says 14",
                "nobody 14",
            ])
        let test = SourceFile(
            path: "Tests/GameTests/Bad.swift",
            text: """
                @Test("Nobody hears of it") func some() { say("no one is here") }
                @Test(
                    "Those who stay", arguments: ["those who are here"])
                """)
        #expect(Self.found(in: test) == ["nobody 1", "says 1", "nobody 3"])
    }

    @Test("A page is read without its code, and a page of the manual without its macros")
    func pagesBite() {
        let page = TextFile(
            path: "Some.md",
            text: """
                Whose page is it? It tells
                `what is` there: goes
                on, to whom.

                    nobody
                ```
                nobody
                ```
                | what | is | what is | ‘whatever’ |
                """)
        #expect(
            Self.found(in: page) == ["says 1", "anew 3", "of which 3", "what is 9", "whoever 9"])
        let manual = TextFile(path: "Assets/man/some.6", text: ".Nd nobody\nNobody\n.Nm\nsays")
        #expect(Self.found(in: manual) == ["nobody 2", "says 4"])
    }

    @Test("Two files of one name are both faults")
    func namesBite() {
        let paths = [
            "Tests/GameTests/Some.swift", "Sources/Game/Game/Some.swift", "Snippets/A.swift",
        ]
        let faults = Faults.ofNames(in: paths.map { SourceFile(path: $0, text: "") })
        #expect(faults.map(\.path) == Array(paths.prefix(2)))
        #expect(faults.map(\.row.place) == ["GameTests", "Game"])
    }

    private static func found(in file: SourceFile) -> [String] {
        var scanner = ProseScanner(WordRule.all)
        return scanner.findings(in: file).map(name)
    }

    private static func found(in page: TextFile) -> [String] {
        var scanner = ProseScanner(WordRule.all)
        return scanner.findings(in: page).map(name)
    }

    private static func name(of finding: ProseScanner.Finding) -> String {
        "\(WordRule.all[finding.rule].name) \(finding.line)"
    }

    @Test("The file is only lowered, and its rows are compared both ways")
    func renewal() {
        func file(_ rows: String...) -> BurnDown {
            BurnDown(text: (["place\trule\tleft"] + rows).joined(separator: "\n"))
        }
        let allowed = file("Game\tnobody\t3", "Lobby\tnobody\t1", "Play\tanew\t2")
        let left = file("Game\tnobody\t2", "Lobby\tnobody\t2", "New\tanew\t1")
        let changes = left.changes(from: allowed)
        #expect(changes.more.map(\.place) == ["Lobby", "New"])
        #expect(changes.fewer.map(\.place) == ["Game", "Play"])
        #expect(
            left.lowering(allowed).text
                == "place\trule\tleft\nGame\tnobody\t2\nLobby\tnobody\t1\n")
        #expect(BurnDown(text: left.text) == left)
        let merged = file("Game\tnobody\t2", "Game\tnobody\t3", "Game\tnobody\t1")
        #expect(Array(merged.counts.values) == [3])
        #expect([nil, "", "1", "raise"].map(Renewal.init) == [.none, .none, .lowering, .raising])
    }
}
