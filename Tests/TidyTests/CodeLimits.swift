/// The numbers that types of the code give names, such as `HubLimits.silence`.
enum CodeLimits {
    /// All numbers of the given types: constants, variables, and defaults of an initialiser.
    static func all(of types: Set<String>, in files: [SourceFile]) -> [String: Double] {
        var found: [String: Double] = [:]
        let mayHave = files.filter { file in
            types.contains { file.text.contains("\($0) ") || file.text.contains("\($0):") }
        }
        for file in mayHave {
            var type: String?
            var end = ""
            for line in file.text.texts {
                if type != nil {
                    for (name, value) in line.numbers { found["\(type ?? "").\(name)"] = value }
                    if line == end { type = nil }
                } else if line.hasSuffix("{"), let name = line.declaredType, types.contains(name) {
                    type = name
                    end = line.indentation + "}"
                }
            }
        }
        return found
    }

    /// The value of an expression or a table's cell, in ones, bytes or seconds: `1 << 20` and
    /// `1 MiB`, `.seconds(90)` and `90 s`, `1_000` and `1,000`.
    static func value(of text: Substring) -> Double? {
        let words = text.split { " ()".contains($0) }
        let numbers = words.compactMap { Double($0.filter { $0 != "_" && $0 != "," }) }
        guard let first = numbers.first else { return nil }
        if words.contains("<<"), numbers.count == 2 { return first * Double(1 << Int(numbers[1])) }
        guard numbers.count == 1 else { return nil }
        let scales: [String: Double] = [
            "KiB": 1_024, "MiB": 1_048_576, ".milliseconds": 0.001, "Duration.milliseconds": 0.001,
        ]
        return first * (words.compactMap { scales[String($0)] }.first ?? 1)
    }
}

extension Substring {
    private var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }

    fileprivate var indentation: String { String(prefix { $0 == " " }) }

    /// The type that the line declares or extends.
    fileprivate var declaredType: String? {
        let words = split { " :{".contains($0) }
        let keywords = ["struct", "enum", "class", "extension"]
        guard !isComment, let keyword = words.firstIndex(where: { keywords.contains(String($0)) }),
            keyword + 1 < words.count
        else { return nil }
        return String(words[keyword + 1])
    }

    /// The numbers that the line gives names.
    fileprivate var numbers: [(name: Substring, value: Double)] {
        guard !isComment else { return [] }
        let isStored = contains("let ") || contains("var ")
        return split(separator: isStored ? "\n" : ",").compactMap { part in
            let sides = part.split(separator: " = ", maxSplits: 1)
            guard sides.count == 2, let value = CodeLimits.value(of: sides[1]),
                let name = sides[0].split(whereSeparator: { " :(".contains($0) })
                    .last(where: { $0 != "Int" })
            else { return nil }
            return (name, value)
        }
    }
}
