import Testing

/// Comments, pages and the texts for people are in plain English, and stay so.
@Suite("Voice")
struct VoiceTests {
    /// Redis's own words.
    private static let command = "replicaof no one"

    @Test("No banned construction is in a comment, in a page or in a text for people")
    func bannedConstructions() {
        var scanner = ProseScanner()
        for file in TidyTests.files { report(scanner.findings(in: file), in: file.text) }
        for page in Repository.files where page.path.hasSuffix(".md") || page.isIn("Assets/man") {
            report(scanner.findings(in: page), in: page)
        }
    }

    private func report(_ findings: [ProseScanner.Finding], in file: TextFile) {
        for finding in findings where !file.text(ofLine: finding.line).contains(Self.command) {
            Issue.record("\(file.path):\(finding.line): \(finding.rule)")
        }
    }

    @Test("The rules find what they forbid, and nothing else")
    func rulesBite() {
        // The sample has `#` in place of each slash of a comment, because its comments are wrong.
        let sample = ##"""
            ### Whether the first word is found, and a word
            ### anew. Of `nobody`, or nobody's.
            struct Some {
                ### Returns the time at
                ### which somebody, in / which. The player says, a page says.
                ###
                ###     whoever(what: is)
                let a = 1  ## What was, of what.
                ## Why? `Whoever
                ## else` goes
                ##
                ## on once more.
                let b = "for whom", c = "Nobody", d = "what is"
                let e = "\(b) tells\nnobody"
            }
            """##
        let code = SourceFile(
            path: "Sources/Game/Game/Bad.swift", text: sample.replacing("#", with: "/"))
        #expect(
            Self.found(in: code) == [
                "first word 1", "anew 2", "nobody 2", "of which 5", "nobody 5", "says 5",
                "what is 8", "anew 12", "anew 12", "of which 13", "what is 13", "says 14",
                "nobody 14",
            ])
        let test = SourceFile(
            path: "Tests/GameTests/Bad.swift",
            text: """
                @Test("Nobody hears of this sample") func some() { say("no one is here") }
                @Test(
                    "Those who read this sample", arguments: ["those who are here"])
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

    private static func found(in file: SourceFile) -> [String] {
        var scanner = ProseScanner()
        return scanner.findings(in: file).map(name)
    }

    private static func found(in page: TextFile) -> [String] {
        var scanner = ProseScanner()
        return scanner.findings(in: page).map(name)
    }

    private static func name(of finding: ProseScanner.Finding) -> String {
        "\(finding.rule) \(finding.line)"
    }

    /// The pages with texts for people.
    private static let pages = [
        "README.md", "Tests/README.md", "Tests/Benchmarks/README.md", ".github/CONTRIBUTING.md",
        ".github/SECURITY.md", "Assets/man/tictactoe.5", "Assets/man/tictactoe.6",
        "Assets/man/tictactoe-server.8",
    ]

    @Test("No sentence of the second version is back", arguments: oldSentences)
    func oldSentence(_ old: String) throws {
        for file in TidyTests.files where ["Wording", "Play"].contains(file.target) {
            for literal in file.literals where literal.text.contains(old) {
                Issue.record("\(file.path):\(literal.line)")
            }
        }
        for path in Self.pages {
            let page = try #require(Repository.text(of: path), "\(path)")
            if page.contains(old) { Issue.record("\(path)") }
        }
    }

    /// Parts of sentences that outsiders had to read twice.
    private static let oldSentences = [
        "Esc drops it", "Is it yours?", "Leave all the same",
        "No news of the lobby", "Nothing was typed", "See it again", "The same again",
        "There it is", "They hold on", "a move takes it back", "all quit, and",
        "are you called", "awaits a friend", "be silent", "believe a proxy", "can be told",
        "come again", "do what is chosen", "do without", "does not fit together", "drop the code",
        "fell silent", "find whoever", "finds you a match", "hear of", "is let in",
        "is no server", "is none of ours", "is not good", "kept out", "knows no ",
        "knows the door again", "leads to people", "lets us", "line broke", "lost the line",
        "makes a code", "no line in nine moves", "no round is called", "nothing can be done with",
        "plays on: no draw", "put away", "so many ", "several times", "something is missing",
        "tell about", "tell who", "that have days for each move", "the first move is theirs",
        "they want one", "vouch for", "what your friend has to type",
    ]
}
