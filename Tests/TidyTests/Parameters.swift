/// The parameters of a function, by the text of its declaration.
struct Parameters {
    let line: Int
    /// Each without the blanks around it.
    private(set) var texts: [String] = []

    /// Those that a call does not name.
    var unlabelledCount: Int { texts.count { $0.hasPrefix("_ ") } }

    /// Of each function, initialiser and subscript that a file declares.
    static func all(in file: SourceFile) -> [Parameters] {
        file.functionLines.compactMap { number in
            guard let start = Self.start(in: file.lines[number - 1]) else { return nil }
            return Parameters(line: number, in: file.lines[number...], startingWith: start)
        }
    }

    /// What follows the first parenthesis behind the keyword.
    private static func start(in line: Substring) -> Substring? {
        for keyword in ["func ", "init", "subscript"] {
            guard let range = line.firstRange(of: keyword) else { continue }
            let rest = line[range.upperBound...]
            return rest.firstIndex(of: "(").map { rest[$0...].dropFirst() }
        }
        return nil
    }

    private init(line: Int, in others: ArraySlice<Substring>, startingWith start: Substring) {
        self.line = line
        read([start] + others)
    }

    /// Reads on until the parenthesis closes.
    private mutating func read(_ lines: [Substring]) {
        var depth = 1
        var text = ""
        for line in lines {
            var last: Character = " "
            for character in line {
                switch character {
                case "(", "[", "{", "<": depth += 1
                case ")", "]", "}": depth -= 1
                case ">" where last != "-": depth -= 1
                default: break
                }
                last = character
                guard depth > 0 else { return append(text) }
                if character == ",", depth == 1 {
                    append(text)
                    text = ""
                } else {
                    text.append(character)
                }
            }
            text.append(" ")
        }
    }

    private mutating func append(_ text: String) {
        let trimmed = text.drop { $0 == " " }
        if !trimmed.isEmpty { texts.append(String(trimmed)) }
    }
}
