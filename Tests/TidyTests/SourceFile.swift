import Foundation
import Testing

/// One Swift file of this repository, as text.
struct SourceFile: CustomTestStringConvertible {
    let path: String
    let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    var testDescription: String { path }
    var numberedLines: [(Int, Substring)] { Array(zip(1..., lines)) }

    /// The modules that this file imports, whatever the import's access.
    var imports: Set<String> {
        Set(
            lines.compactMap { line in
                let words = line.split(separator: " ")
                guard let keyword = words.firstIndex(of: "import"), keyword < 2 else { return nil }
                return words.last.map(String.init)
            })
    }

    /// Each function with the number of lines between its `func` and its closing brace.
    ///
    /// The formatter puts that brace under the first column of the declaration.
    var functions: [(line: Int, length: Int)] {
        numberedLines.compactMap { number, line in
            guard line.declaresFunction else { return nil }
            let end = line.indentation + "}"
            guard line.hasSuffix("{") || !line.contains("{") else { return (number, 1) }
            let rest = lines[number...]
            guard let last = rest.firstIndex(where: { $0 == end || $0.hasPrefix(end + " ") }) else {
                return nil
            }
            return (number, last - number + 2)
        }
    }

    func isIn(_ home: String) -> Bool { path == home || path.hasPrefix(home + "/") }

    static func all(under folders: [String]) -> [SourceFile] {
        folders.flatMap { folder -> [SourceFile] in
            let home = Repository.root.path + "/" + folder
            let paths = FileManager.default.subpaths(atPath: home) ?? []
            return paths.sorted().filter { $0.hasSuffix(".swift") }.compactMap { path in
                let text = Repository.text(of: folder + "/" + path)
                return text.map { SourceFile(path: folder + "/" + path, text: $0) }
            }
        }
    }
}

extension Substring {
    var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }
    var indentation: String { String(prefix { $0 == " " }) }

    /// True for whatever has a body that runs: functions, and properties that are computed.
    var declaresFunction: Bool {
        guard !isComment else { return false }
        let words = split(whereSeparator: { " (<{".contains($0) }).prefix(5)
        if words.contains("var") { return hasSuffix("{") && !contains(" = ") }
        return words.contains { ["func", "init", "init?", "subscript", "deinit"].contains($0) }
    }
}
