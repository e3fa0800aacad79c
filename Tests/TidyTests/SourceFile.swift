/// One file in Swift of this repository.
struct SourceFile {
    let text: TextFile
    /// The modules that it imports, with any access.
    let imports: Set<String>
    let comments: [SwiftReader.Comment]
    let literals: [SwiftReader.Literal]
    let functions: [Function]

    init(_ text: TextFile) {
        self.text = text
        let reader = SwiftReader(text)
        comments = reader.comments
        literals = reader.literals
        imports = Self.imports(in: text)
        functions = Function.all(in: text, without: reader.literalLines)
    }

    init(path: String, text: String) {
        self.init(TextFile(path: path, text: text))
    }

    var path: String { text.path }

    /// The target whose folder it is in; for a snippet its folder.
    var target: String {
        let folders = path.split(separator: "/").map(String.init)
        return switch folders[0] {
        case "Sources": folders[2]
        case "Tests": folders[1]
        default: folders[0]
        }
    }

    func isIn(_ home: String) -> Bool { text.isIn(home) }

    /// Reads the lines above the first declaration.
    private static func imports(in text: TextFile) -> Set<String> {
        var imports: Set<String> = []
        for (number, line) in zip(1..., text.lines) where !line.isEmpty {
            if text.bytes[line.lowerBound] == UInt8(ascii: "/") { continue }
            let words = text.text(ofLine: number).split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), keyword < 2 else { break }
            if let module = words.last { imports.insert(String(module)) }
        }
        return imports
    }

    static let all: [SourceFile] = Repository.files.filter { file in
        file.path.hasSuffix(".swift") && file.path.contains("/")
    }
    .map(SourceFile.init)
}
