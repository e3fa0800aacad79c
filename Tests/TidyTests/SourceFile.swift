import Foundation
import Testing

/// One Swift file of this repository, as text.
struct SourceFile {
    let path: String
    let lines: [Substring]
    /// The modules that it imports, whatever the import's access.
    let imports: Set<String>
    /// The numbers of the lines that declare what has a body.
    let functionLines: [Int]

    init(path: String, text: String) {
        self.path = path
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        self.lines = lines
        imports = Self.imports(in: lines)
        functionLines = lines.indices.filter { lines[$0].declaresFunction }.map { $0 + 1 }
    }

    /// The target whose folder it is in.
    var target: String {
        let folders = path.split(separator: "/").map(String.init)
        return folders[folders[0] == "Tests" ? 1 : 2]
    }

    var numberedLines: [(Int, Substring)] { Array(zip(1..., lines)) }

    private static func imports(in lines: [Substring]) -> Set<String> {
        // Nothing is imported below the first declaration.
        let head = lines.prefix { $0.isEmpty || $0.isComment || $0.contains("import ") }
        return Set(
            head.compactMap { line in
                let words = line.split(separator: " ")
                guard !line.isComment, let keyword = words.firstIndex(of: "import"), keyword < 2
                else { return nil }
                return words.last.map(String.init)
            })
    }

    /// Each function with the number of lines between its `func` and its closing brace.
    ///
    /// The formatter puts that brace under the first column of the declaration.
    var functions: [(line: Int, length: Int)] {
        functionLines.compactMap { number in
            let line = lines[number - 1]
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
    var isComment: Bool {
        utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "//".utf8)
    }

    var indentation: String {
        String(repeating: " ", count: utf8.prefix { $0 == UInt8(ascii: " ") }.count)
    }

    /// True for whatever has a body that runs: functions, and properties that are computed.
    fileprivate var declaresFunction: Bool {
        guard !isComment else { return false }
        let words = utf8.split(maxSplits: 5, whereSeparator: \.endsWord).prefix(5).map(
            Substring.init)
        if words.contains("var") { return hasSuffix("{") && !contains(" = ") }
        return words.contains { ["func", "init", "init?", "subscript", "deinit"].contains($0) }
    }
}

extension UInt8 {
    fileprivate var endsWord: Bool {
        switch self {
        case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "{"): true
        default: false
        }
    }
}
