import Testing

/// The texts for people are in plain English, and stay so.
@Suite("Voice")
struct VoiceTests {
    /// The targets and the pages with the texts for people. `burn-down.tsv` allows them no fault.
    private static let places: Set = [
        "Wording", "Play", "README.md", "Tests/README.md", "Tests/Benchmarks/README.md",
        ".github/CONTRIBUTING.md", ".github/SECURITY.md", "Assets/man/tictactoe.5",
        "Assets/man/tictactoe.6", "Assets/man/tictactoe-server.8",
    ]

    /// Redis's own words.
    private static let command = "replicaof no one"

    @Test("No banned construction is in a text for people")
    func bannedConstructions() {
        let faults = Faults.ofWords.filter { fault in
            let line = Repository.file(fault.path)?.text(ofLine: fault.line)
            return Self.places.contains(fault.row.place) && line?.contains(Self.command) != true
        }
        for fault in faults { Issue.record("\(fault.place): \(fault.row.rule)") }
        let places = Set(Repository.files.map(\.path) + TidyTests.files.map(\.target))
        #expect(Self.places.subtracting(places).isEmpty, "there is no such page")
    }

    @Test("No sentence of the second version is back", arguments: oldSentences)
    func oldSentence(_ old: String) {
        for file in TidyTests.files where ["Wording", "Play"].contains(file.target) {
            for literal in file.literals where literal.text.contains(old) {
                Issue.record("\(file.path):\(literal.line)")
            }
        }
        for path in Self.places where Repository.text(of: path)?.contains(old) == true {
            Issue.record("\(path)")
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
