/// How much state a type has of its own, by the text of its declaration.
///
/// It relies on the formatter: what belongs to a type stands four columns further in, and the brace
/// that ends it under its first column.
struct StoredProperties {
    private(set) var types: [(name: String, line: Int, count: Int)] = []
    private var open: [(type: Int, indentation: Int)] = []
    /// The type whose declaration goes on over lines until its brace.
    private var begun: String?
    /// Whether the line before may have declared a property that is observed.
    private var mayBeObserved = false

    init(in file: SourceFile) {
        for (number, line) in file.numberedLines where !line.isEmpty && !line.isComment {
            read(line, number: number)
        }
    }

    private mutating func read(_ line: Substring, number: Int) {
        let indentation = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
        let code = line.dropFirst(indentation)
        if code.hasPrefix("}") {
            while let last = open.last, last.indentation >= indentation { open.removeLast() }
        }
        if let name = begun ?? Self.type(declaredBy: code) {
            begun = code.contains("{") ? nil : name
            guard code.hasSuffix("{") else { return }
            types.append((name, number, 0))
            open.append((types.count - 1, indentation))
        } else if let last = open.last, last.indentation + 4 == indentation {
            let isStored = Self.isStoredProperty(code)
            if isStored { types[last.type].count += 1 }
            mayBeObserved = !isStored && code.hasSuffix("{")
        } else if mayBeObserved, let last = open.last {
            // What looked computed has an observer, and so a value.
            if Self.isObserver(code) { types[last.type].count += 1 }
            mayBeObserved = false
        }
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "private", "fileprivate", "private(set)",
        "package(set)", "fileprivate(set)", "final", "indirect", "nonisolated",
        "nonisolated(unsafe)", "lazy", "weak", "unowned", "unowned(unsafe)", "@safe",
    ]

    /// The words of a declaration from its keyword on.
    private static func words(of code: Substring) -> ArraySlice<Substring> {
        code.split(separator: " ", maxSplits: 6).drop {
            modifiers.contains($0) || $0.hasPrefix("@")
        }
    }

    private static func type(declaredBy code: Substring) -> String? {
        let words = words(of: code)
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "actor", "extension", "protocol",
        ]
        guard words.count > 1, let keyword = words.first, keywords.contains(keyword) else {
            return nil
        }
        return String(words[words.startIndex + 1].prefix { $0 != ":" && $0 != "<" })
    }

    /// Whether it has a value of its own: an accessor's brace, if there is any, comes behind ` = `.
    private static func isStoredProperty(_ code: Substring) -> Bool {
        guard let keyword = words(of: code).first, keyword == "var" || keyword == "let" else {
            return false
        }
        guard let brace = code.firstIndex(of: "{"), keyword == "var" else { return true }
        return code[..<brace].contains(" = ") || isObserver(code[brace...].dropFirst(2))
    }

    private static func isObserver(_ code: Substring) -> Bool {
        code.hasPrefix("didSet {") || code.hasPrefix("willSet {")
    }
}
