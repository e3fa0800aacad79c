/// A construction that this repository's English does without.
struct WordRule {
    /// The place of a text, by its kind.
    enum Scope: CaseIterable {
        /// A comment with three slashes.
        case docComment
        case comment
        /// A file in Markdown, or a page of the manual.
        case page
        /// A string literal that people read: of `Wording`, of the other sources if it is prose,
        /// and the name of a test.
        case text
    }

    let name: String
    /// Words behind each other. A bar separates alternatives, and `^` is the first word's place.
    let pattern: String
    /// The words that make the pattern right if one of them is before it.
    var allowedAfter = ""
    let scope: [Scope]
    /// The second half of a sentence that begins with a number.
    let complaint: String

    /// All rules. `Tests/README.md` explains them.
    static let all = [
        WordRule(
            name: "first word",
            pattern: "^ what|who|whose|whom|whether|which|how|where|when|why|of|by|to",
            scope: [.docComment], complaint: "doc comments begin with What, Who, Whether, Of, …"),
        WordRule(
            name: "nobody",
            pattern: """
                nobody|somebody|anybody|everybody|someone|anyone|everyone
                no one
                those who
                """,
            scope: Scope.allCases, complaint: "times nobody, somebody, anybody, everybody, …"),
        WordRule(
            name: "whoever", pattern: "whoever|whomever|whatever|whichever",
            scope: Scope.allCases, complaint: "times whoever, whatever, whichever"),
        WordRule(
            name: "of which",
            pattern: """
                about|above|after|against|among|at|before|behind|below|beside|between|beyond|by\
                |during|for|from|in|into|of|on|onto|over|through|to|towards|under|until|upon|with\
                |within|without which|whom|whose
                """,
            scope: Scope.allCases, complaint: "times a preposition and which, whom or whose"),
        WordRule(
            name: "what is",
            pattern: """
                what is|are|was|were|has|have|had|can|could|may|might|must|will|would|comes|came\
                |goes|went|happens|happened|follows|followed|stands|stood|belongs|waits|remains\
                |becomes|became
                """,
            scope: Scope.allCases, complaint: "times what is, what comes, what has, …"),
        WordRule(
            name: "says", pattern: "tells|says|hears|speaks",
            allowedAfter:
                "administrator|guest|operator|opponent|person|player|reader|spectator|user",
            scope: Scope.allCases, complaint: "times tells, says, hears, speaks"),
        WordRule(
            name: "anew",
            pattern: """
                anew
                once more
                go|goes|going|gone|went on
                """,
            scope: Scope.allCases, complaint: "times anew, once more, goes on"),
    ]
}

/// The rules as numbers, so that a word is looked up once.
struct WordTable {
    /// A word that no rule has.
    static let plain = 0
    /// The place before the first word of a doc comment, which `^` stands for.
    static let start = 1
    /// Anything but a blank between two words.
    static let gap = -1

    private var numbers: [UInt64: Int] = [NameWord.hash("^"): start]
    /// The patterns that end with a word, by its number.
    private var endings: [[Ending]] = [[], []]

    private struct Ending {
        let rule: Int
        /// The words that must precede, unless it is empty.
        let before: Set<Int>
        let allowedAfter: Set<Int>
    }

    init(_ rules: [WordRule]) {
        for (rule, words) in rules.enumerated() {
            let allowed = Set(words.allowedAfter.split(separator: "|").map { number(of: $0) })
            for line in words.pattern.split(separator: "\n") {
                let parts = line.split(separator: " ").map { part in
                    part.split(separator: "|").map { number(of: $0) }
                }
                precondition(parts.count < 3, "a pattern has two words or one")
                let before = parts.count == 2 ? Set(parts[0]) : []
                for last in parts[parts.count - 1] {
                    endings[last].append(
                        Ending(rule: rule, before: before, allowedAfter: allowed))
                }
            }
        }
    }

    private mutating func number(of word: Substring) -> Int {
        let hash = NameWord.hash(String(word))
        if let number = numbers[hash] { return number }
        numbers[hash] = endings.count
        endings.append([])
        return endings.count - 1
    }

    func number(ofHash hash: UInt64) -> Int { numbers[hash] ?? Self.plain }

    /// The rules that a word breaks behind the word before it.
    func rules(brokenBy word: Int, after previous: Int) -> [Int] {
        endings[word].filter { ending in
            (ending.before.isEmpty || ending.before.contains(previous))
                && !ending.allowedAfter.contains(previous)
        }
        .map(\.rule)
    }
}
