import Testing

/// House rules that the compiler can't check. `.github/CONTRIBUTING.md` lists them.
@Suite("Tidy")
struct TidyTests {
    static let files = SourceFile.all
    private static let cores = Manifest.current.names(of: "core")
    /// The modules that only one target imports, beside the loop and plain values.
    private static let libraries: [String: Set<String>] = [
        "SimperiumLoop": ["CSimperiumUV"],
        "FrontDoor": ["CSSH"],
        "RedisStore": ["SimperiumNetwork"],
        "SimperiumBytes": ["CSimperiumOpenSSL", "CSimperiumZlib"],
        "SimperiumNetwork": ["CSimperiumUV", "CSimperiumOpenSSL"],
        "SimperiumStore": ["CSimperiumSQLite"],
        "Terminal": ["CCurses"],
    ]
    /// The cores that no shell may import: engines and programs.
    private static let engines: Set = [
        "Guests", "Host", "Lobby", "PlainText", "Play", "Records", "SimperiumSync",
        "SyncHub", "Visit", "Wording",
    ]

    @Test("There is something to check")
    func findsFiles() {
        #expect(Self.files.count > 20)
    }

    @Test("A file has 600 lines or fewer, and a line 100 columns or fewer")
    func length() {
        for file in Self.files {
            // The last line is the empty one behind the last line feed.
            let count = file.text.lines.count - 1
            #expect(count <= 600, "\(file.path)")
            // Only a line of more than 100 bytes can have more than 100 characters.
            for (number, line) in zip(1..., file.text.lines) where line.count > 100 {
                let width = file.text.text(ofLine: number).count
                #expect(width <= 100, "\(file.path):\(number)")
            }
        }
    }

    @Test("No two files have one name: names are how a reader finds a type")
    func names() {
        #expect(Self.filesOfOneName(in: Self.files) == [])
    }

    /// The paths of the files whose names other files have, too.
    private static func filesOfOneName(in files: [SourceFile]) -> [String] {
        let filesByName = Dictionary(grouping: files, by: \.text.name)
        return files.map(\.text).filter { filesByName[$0.name]?.count != 1 }.map(\.path)
    }

    @Test("A body has 70 lines or fewer, unless it is a switch that only routes")
    func functions() {
        for file in Self.files {
            for function in file.functions where function.length > 70 && !function.onlyRoutes {
                #expect(function.length <= 70, "\(file.path):\(function.line)")
            }
        }
    }

    /// The one core with C: functions of bytes, which keep nothing.
    private static let computing = "SimperiumBytes"

    @Test("A core imports cores only, except the one that computes with libraries")
    func coreImports() {
        checkLayer("core") { file in
            file.target == Self.computing
                ? Self.libraries[Self.computing] ?? [] : Self.cores
        }
    }

    @Test("A shell imports its library, the loop, and cores that are plain values")
    func shellImports() {
        let shells = Manifest.current.names(of: "shell")
        #expect(Set(Self.libraries.keys) == shells.union([Self.computing]))
        checkLayer("shell") { file in
            Self.cores.subtracting(Self.engines).union(Self.libraries[file.target] ?? [])
                .union(["SimperiumLoop", "Glibc", "Synchronization"])
        }
    }

    @Test("A joint imports no C library but the system's")
    func jointImports() {
        let allowed = Manifest.current.names(of: "core", "shell", "joint")
        checkLayer("joint") { _ in allowed.union(["Glibc", "Synchronization"]) }
    }

    @Test("A file imports only what the manifest declares for its target")
    func declaredImports() {
        for file in Self.files where !file.isIn("Snippets") {
            let declared = Manifest.current.targets[file.target]?.dependencies
            if declared == nil { Issue.record("the manifest has no target \(file.target)") }
            let ours = file.imports.intersection(Manifest.current.targets.keys)
            let excess = ours.subtracting(declared ?? [])
            #expect(excess == [], "\(file.path)")
        }
    }

    @Test("The server and the library reach no target of the game, and the test server neither")
    func gameIsApart() {
        let targets = Manifest.current.targets
        let game = targets.filter { ["Game", "Door"].contains($0.value.folder) }.keys
        #expect(game.contains("GameHost") && game.contains("Play"))
        for (name, target) in targets where ["Server", "Simperium"].contains(target.folder) {
            #expect(Manifest.current.reached(from: name).intersection(game) == [], "\(name)")
        }
        #expect(Manifest.current.reached(from: "SimperiumTesting").contains("SyncHub"))
    }

    @Test("Each target has one file with its header, the one to read first")
    func targetHeaders() {
        let headed = Self.files.filter(Self.hasHeader)
        for target in Manifest.current.names(of: "core", "shell", "joint", "app").sorted() {
            let paths = headed.filter { $0.target == target }.map(\.path)
            #expect(paths.count == 1, "\(target): \(paths)")
        }
    }

    /// True if a file begins with the header of its target, as in `// Game: the rules`.
    private static func hasHeader(_ file: SourceFile) -> Bool {
        file.isIn("Sources") && file.text.text(ofLine: 1).hasPrefix("// \(file.target): ")
    }

    private func checkLayer(
        _ kind: Substring, allowing allowed: (SourceFile) -> Set<String>
    ) {
        let targets = Manifest.current.names(of: kind)
        #expect(!targets.isEmpty)
        for file in Self.files where targets.contains(file.target) {
            let excess = file.imports.subtracting(allowed(file)).subtracting(["Swift"])
            #expect(excess == [], "\(file.path)")
        }
    }

    @Test("The program does without Foundation")
    func noFoundation() {
        for file in Self.files where file.isIn("Sources") {
            let excess = file.imports.filter { $0.hasPrefix("Foundation") || $0 == "Dispatch" }
            #expect(excess == [], "\(file.path)")
        }
    }

    @Test("Tests have Foundation from TestSupport only: each file that imports it builds longer")
    func noFoundationInTests() {
        for file in Self.files where file.isIn("Tests") {
            guard !["TestSupport", "Benchmarks", "Fuzz"].contains(file.target) else { continue }
            #expect(!file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path)")
        }
    }

    private static let wordHomes: [(word: String, targets: Set<String>)] = [
        ("@unchecked", ["SimperiumLoop"]),
        ("unsafe ", Manifest.current.names(of: "shell").union([computing])),
        ("@MainActor", []),
        ("Task {", []),
        ("TODO", []),
        ("FIXME", []),
        ("MARK:", []),
    ]

    @Test("Words that have one home", arguments: wordHomes)
    func homes(word: String, targets: Set<String>) {
        for file in Self.files where file.isIn("Sources") && !targets.contains(file.target) {
            let lines = file.text.lines(with: word)
            #expect(lines == [], "\(file.path)")
        }
    }

    @Test("No text has a path of one machine: a home, or a folder to work in")
    func machinePaths() {
        for file in Repository.files {
            let lines = Self.linesWithMachinePaths(in: file)
            #expect(lines == [], "\(file.path)")
        }
    }

    private static func linesWithMachinePaths(in file: TextFile) -> [Int] {
        let folders = ["home", "root", "work", "workspace", "workspaces", "Users"]
        return folders.flatMap { folder in
            file.offsets(of: "/\(folder)/").filter { offset in
                // A byte of a name before or behind it: a longer path, or none at all.
                let end = offset + folder.utf8.count + 2
                return (offset == 0 || !file.bytes[offset - 1].isOfPath)
                    && end < file.bytes.count && file.bytes[end].isOfPath
            }
            .map(file.line)
        }
    }

    @Test("The checks see their faults")
    func checksBite() {
        let long = String(repeating: "        work()\n", count: 41)
        let file = SourceFile(
            path: "Sources/Game/Game/Bad.swift",
            text: """
                internal import Foundation

                protocol Some {
                    func needed(
                        _ some: Int)
                    func other()
                }

                    func tooLong(
                        of: Int = 3
                    ) throws {
                \(long)    }

                    var area: Int {
                        1
                    }
                """)

        #expect(file.target == "Game")
        #expect(file.imports == ["Foundation"])
        #expect(file.functions.map(\.length) == [45, 3])
        #expect(file.functions.map(\.line) == [9, 55])
        #expect(!Self.hasHeader(file))
        #expect(Self.hasHeader(SourceFile(path: file.path, text: "// Game: the rules.")))
        let manifest = Manifest(
            text: """
                core("Game/Rules", "Clock"), core("Clock"),
                tests(
                    "RulesTests", "Rules")
                """)
        #expect(manifest.names(of: "core") == ["Rules", "Clock"])
        #expect(manifest.targets["Rules"]?.folder == "Game")
        #expect(manifest.targets["RulesTests"]?.dependencies == ["Rules"])
    }

    @Test("Two files of one name are both faults")
    func namesBite() {
        let paths = [
            "Tests/GameTests/Some.swift", "Sources/Game/Game/Some.swift", "Snippets/A.swift",
        ]
        let files = paths.map { SourceFile(path: $0, text: "") }
        #expect(Self.filesOfOneName(in: files) == Array(paths.prefix(2)))
    }

    @Test("A path of one machine is found wherever it begins")
    func machinePathsBite() {
        let home = "/ho" + "me/lin"
        let text = "\(home)\n(see \(home)/a)\nmy\(home)\n${a}\(home)\n/ho" + "me/\n~\(home)"
        #expect(Self.linesWithMachinePaths(in: TextFile(path: "a", text: text)) == [1, 2])
    }

    @Test("A switch only routes if it is the whole body and its cases have two lines")
    func routing() {
        func routes(_ body: String, head: String = "    func route(_ a: A) {") -> [Bool] {
            SourceFile(path: "Sources/Game/Game/Some.swift", text: "\(head)\n\(body)\n    }")
                .functions.map(\.onlyRoutes)
        }
        let cases = """
                        // A comment does not count.
                    case .some(let a): go(a)
                    case .other,
                        .third: stay()

                    default:
                        leave()
                    }
            """
        #expect(routes("        switch a {\n\(cases)") == [true])
        #expect(routes("        switch a {\n\(cases)", head: "    var a: A {") == [true])
        #expect(
            routes(
                "        switch a {\n\(cases)",
                head: """
                        func route(
                            _ a: A, of: B
                        ) {
                    """) == [true])
        #expect(routes("        let b = a\n        switch b {\n\(cases)") == [false])
        #expect(routes("        switch a {\n\(cases)\n        done()") == [false])
        let three = cases.replacing("leave()", with: "leave()\n                close()")
        #expect(routes("        switch a {\n\(three)") == [false])
    }
}

extension UInt8 {
    /// True for a byte that a path may have beside a slash.
    fileprivate var isOfPath: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "._-~}$/".utf8.contains(self)
        }
    }
}
