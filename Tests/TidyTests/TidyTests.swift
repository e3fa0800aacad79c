import Foundation
import Testing

/// House rules that the compiler can't check. See "House rules" in README.md.
@Suite("Tidy")
struct TidyTests {
    static let files = SourceFile.all(under: ["Sources", "Tests"])
    private static let cores = Manifest.current.names(of: "core")
    /// The modules that a shell alone may import, beside the loop and plain values.
    private static let libraries: [String: Set<String>] = [
        "SimperiumLoop": ["CSimperiumUV"],
        "FrontDoor": ["CSSH"],
        "SharedStore": ["SimperiumNetwork"],
        "SimperiumNetwork": ["CSimperiumUV", "CSimperiumOpenSSL"],
        "SimperiumStore": ["CSimperiumSQLite"],
        "Terminal": ["CCurses"],
    ]
    /// The cores that no shell may import: engines and programs.
    private static let engines: Set = [
        "Guests", "Host", "Load", "Lobby", "PlainText", "Play", "Records", "SimperiumSync",
        "SyncHub", "Visit", "Wording",
    ]

    @Test("There is something to check")
    func findsFiles() {
        #expect(Self.files.count > 20)
    }

    @Test("Files stay short enough to read in one sitting")
    func length() {
        for file in Self.files {
            if file.lines.count > 401 { Issue.record("\(file.path) is too long") }
            // Characters are counted of those only that could have too many.
            for (number, line) in file.numberedLines
            where line.utf8.count > 100 && line.count > 100 {
                Issue.record("\(file.path):\(number) is too wide")
            }
        }
    }

    @Test("Functions fit on a screen")
    func functions() {
        for file in Self.files {
            for function in file.functions where function.length > 40 {
                Issue.record("\(file.path):\(function.line) is too long")
            }
        }
    }

    @Test("A core imports cores only")
    func coreImports() {
        checkLayer("core") { _ in Self.cores }
    }

    @Test("A shell imports its library, the loop, and cores that are plain values")
    func shellImports() {
        #expect(Set(Self.libraries.keys) == Manifest.current.names(of: "shell"))
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
        for file in Self.files {
            let declared = Manifest.current.targets[file.target]?.dependencies
            if declared == nil { Issue.record("the manifest has no target \(file.target)") }
            let ours = file.imports.intersection(Manifest.current.targets.keys)
            let excess = ours.subtracting(declared ?? [])
            if !excess.isEmpty { Issue.record("\(file.path) imports \(excess)") }
        }
    }

    private func checkLayer(
        _ kind: Substring, allowing allowed: (SourceFile) -> Set<String>
    ) {
        let targets = Manifest.current.names(of: kind)
        #expect(!targets.isEmpty)
        for file in Self.files where targets.contains(file.target) {
            let excess = file.imports.subtracting(allowed(file))
            if !excess.isEmpty { Issue.record("\(file.path) imports \(excess)") }
        }
    }

    @Test("The program does without Foundation")
    func noFoundation() {
        for file in Self.files where file.isIn("Sources") {
            let excess = file.imports.filter { $0.hasPrefix("Foundation") || $0 == "Dispatch" }
            if !excess.isEmpty { Issue.record("\(file.path) imports \(excess)") }
        }
    }

    private static let wordHomes: [(word: String, targets: Set<String>)] = [
        ("@unchecked", ["SimperiumLoop"]),
        ("unsafe ", Manifest.current.names(of: "shell")),
        ("@MainActor", []),
        ("Task {", []),
        ("TODO", []),
        ("FIXME", []),
        ("MARK:", []),
    ]

    @Test("Words that have one home", arguments: wordHomes)
    func homes(word: String, targets: Set<String>) {
        for file in Self.files where file.isIn("Sources") && !targets.contains(file.target) {
            let uses = file.numberedLines.filter { $1.contains(word) }
            #expect(uses.map(\.0) == [], "\(file.path)")
        }
    }

    @Test("The checks see what they are for")
    func checksBite() {
        let long = String(repeating: "        work()\n", count: 41)
        let file = SourceFile(
            path: "Sources/Game/Game/Bad.swift",
            text: """
                internal import Foundation

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
}
