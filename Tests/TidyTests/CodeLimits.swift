/// The limits that the code sets, each by its type and its name.
enum CodeLimits {
    /// Looks for `static let name = …` and `var name = …` of the types that are called something
    /// with Limits.
    static func all(in files: [SourceFile]) -> [String: Double] {
        var found: [String: Double] = [:]
        for file in files where file.path.hasSuffix("Limits.swift") || file.hasLimits {
            var type: Substring?
            for line in file.lines where !line.isComment {
                if line.isDeclaration, let name = line.limitsType { type = name }
                if line == "}" { type = nil }
                for (name, value) in line.limits { found["\(type ?? "").\(name)"] = value }
            }
        }
        return found
    }

    /// What an expression or a table's cell comes to, in ones, bytes or seconds: `1 << 20` and
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

extension SourceFile {
    fileprivate var hasLimits: Bool { lines.contains { $0.isDeclaration && $0.limitsType != nil } }
}

extension Substring {
    fileprivate var isDeclaration: Bool { hasSuffix("{") && !hasPrefix(" ") && !isComment }

    /// The type that the line declares, if it is one of limits.
    fileprivate var limitsType: Substring? {
        let words = split { " :{".contains($0) }
        guard let keyword = words.firstIndex(where: { $0 == "struct" || $0 == "enum" }),
            keyword + 1 < words.count, words[keyword + 1].hasSuffix("Limits")
        else { return nil }
        return words[keyword + 1]
    }

    /// The numbers that the line gives names: a constant, a variable, or defaults of arguments.
    fileprivate var limits: [(name: Substring, value: Double)] {
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
