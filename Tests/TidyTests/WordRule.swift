/// A construction that this repository's English does without.
struct WordRule {
    let name: String
    /// Words behind each other. A bar separates alternatives, and `^` is the place before the first
    /// word of a doc comment.
    let pattern: String
    /// The words that make the pattern right if one of them is before it.
    var allowedAfter = ""

    static let all = [
        WordRule(
            name: "first word",
            pattern: "^ what|who|whose|whom|whether|which|how|where|when|why|of|by|to"),
        WordRule(
            name: "nobody",
            pattern: """
                nobody|somebody|anybody|everybody|someone|anyone|everyone
                no one
                those who
                """),
        WordRule(name: "whoever", pattern: "whoever|whomever|whatever|whichever"),
        WordRule(
            name: "of which",
            pattern: """
                about|above|after|against|among|at|before|behind|below|beside|between|beyond|by\
                |during|for|from|in|into|of|on|onto|over|through|to|towards|under|until|upon|with\
                |within|without which|whom|whose
                """),
        WordRule(
            name: "what is",
            pattern: """
                what is|are|was|were|has|have|had|can|could|may|might|must|will|would|comes|came\
                |goes|went|happens|happened|follows|followed|stands|stood|belongs|waits|remains\
                |becomes|became
                """),
        WordRule(
            name: "says", pattern: "tells|says|hears|speaks",
            allowedAfter:
                "administrator|guest|operator|opponent|person|player|reader|spectator|user"),
        WordRule(
            name: "anew",
            pattern: """
                anew
                once more
                go|goes|going|gone|went on
                """),
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
        /// The name of the rule.
        let rule: String
        /// The words that must precede, unless it is empty.
        let before: Set<Int>
        let allowedAfter: Set<Int>
    }

    init(_ rules: [WordRule]) {
        for rule in rules {
            let allowed = Set(rule.allowedAfter.split(separator: "|").map { number(of: $0) })
            for line in rule.pattern.split(separator: "\n") {
                let parts = line.split(separator: " ").map { part in
                    part.split(separator: "|").map { number(of: $0) }
                }
                precondition(parts.count < 3, "a pattern has two words or one")
                let before = parts.count == 2 ? Set(parts[0]) : []
                for last in parts[parts.count - 1] {
                    endings[last].append(
                        Ending(rule: rule.name, before: before, allowedAfter: allowed))
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

    /// The names of the rules that a word breaks behind the word before it.
    func rules(brokenBy word: Int, after previous: Int) -> [String] {
        endings[word].filter { ending in
            (ending.before.isEmpty || ending.before.contains(previous))
                && !ending.allowedAfter.contains(previous)
        }
        .map(\.rule)
    }
}
