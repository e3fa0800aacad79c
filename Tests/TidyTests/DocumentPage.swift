import Testing

/// One page of prose in this repository.
struct DocumentPage: CustomTestStringConvertible {
    let path: String
    let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    init?(path: String) {
        guard let text = Repository.text(of: path) else { return nil }
        self.init(path: path, text: text)
    }

    var testDescription: String { path }

    /// The numbers of its statements: a list's entry begins with each, in bold.
    var statements: [String] {
        lines.compactMap { line in
            guard line.hasPrefix("- **"), let end = line.dropFirst(4).firstIndex(of: "*") else {
                return nil
            }
            return Citations.all(in: line[..<end]).first
        }
    }

    /// The numbers that have more than one statement, each with the pages of its statements.
    static func repeatedStatements(of pages: [DocumentPage]) -> [String] {
        let places = pages.flatMap { page in page.statements.map { ($0, page.path) } }
        return Dictionary(grouping: places, by: \.0).filter { $0.value.count > 1 }
            .map { "\($0.key): \($0.value.map(\.1).joined(separator: ", "))" }.sorted()
    }

    /// The files and folders that it names: paths that begin with a folder of the top level, and
    /// all files in Swift. A name in capitals stands for any, so that only its folder counts.
    var paths: [String] {
        lines.flatMap { line in
            line.split { !($0.isLetter || $0.isNumber || "_./+-".contains($0)) }.compactMap {
                word in
                let path = word.hasSuffix(".") ? word.dropLast() : word
                let isRooted = Self.homes.contains { path.hasPrefix($0 + "/") }
                return isRooted || path.hasSuffix(".swift") ? Self.known(path) : nil
            }
        }
    }

    /// The path up to a name in capitals; nil if none is left.
    private static func known(_ path: Substring) -> String? {
        let names = path.split(separator: "/").prefix { name in
            let stem = name.prefix { $0 != "." }
            return stem.isEmpty || stem.contains(where: \.isLowercase) || name.hasSuffix(".md")
        }
        return names.isEmpty ? nil : names.joined(separator: "/")
    }

    private static let homes = ["Sources", "Tests", "Assets", ".ci"]

    /// The cells of each row of its tables.
    var rows: [[String]] {
        lines.compactMap { line in
            guard line.hasPrefix("| "), line.hasSuffix("|") else { return nil }
            return line.dropFirst().dropLast().split(separator: "|").map {
                String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
    }
}
