import Foundation
import Testing

/// House rules that the compiler can't check. See "House rules" in README.md.
@Suite("Tidy")
struct TidyTests {
    static let files = SourceFile.all(under: ["Sources", "Tests"])
    static let cores: Set = [
        "Commands", "Drawing", "Game", "Guests", "Host", "Load", "Lobby", "PlainText", "Play",
        "Recording", "Records", "RedisWire", "SharedLog", "SimperiumClock", "SimperiumJSON",
        "SimperiumSync",
        "SimperiumWebWire", "SimperiumWire", "SyncHub", "Visit", "Wording",
    ]
    /// The shells, each with the C libraries that it alone may use.
    static let shells: [String: Set<String>] = [
        "SimperiumLoop": ["CSimperiumUV"],
        "FrontDoor": ["CSSH"],
        "SharedStore": ["SimperiumNetwork"],
        "SimperiumNetwork": ["CSimperiumUV", "CSimperiumOpenSSL"],
        "SimperiumStore": ["CSimperiumSQLite"],
        "Terminal": ["CCurses"],
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
        check(filesIn: "Sources/Core") { _ in Self.cores }
    }

    @Test("A shell imports its library, the loop, and cores that are plain values")
    func shellImports() {
        let engines: Set = [
            "Guests", "Host", "Load", "Lobby", "PlainText", "Play", "Records", "SimperiumSync",
            "SyncHub", "Visit", "Wording",
        ]
        check(filesIn: "Sources/Shell") { file in
            Self.cores.subtracting(engines).union(Self.shells[file.target] ?? [])
                .union(["SimperiumLoop", "Glibc", "Synchronization"])
        }
    }

    @Test("A file imports only what the manifest writes down for its target")
    func declaredImports() {
        for file in Self.files {
            let declared = Manifest.written[file.target]
            if declared == nil { Issue.record("the manifest knows no target \(file.target)") }
            let ours = file.imports.intersection(Manifest.written.keys)
            let excess = ours.subtracting(declared ?? [])
            if !excess.isEmpty { Issue.record("\(file.path) imports \(excess)") }
        }
    }

    private func check(filesIn home: String, allowing allowed: (SourceFile) -> Set<String>) {
        for file in Self.files where file.isIn(home) {
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

    @Test(
        "Words that have one home",
        arguments: [
            ("@unchecked", "Sources/Shell/SimperiumLoop"),
            ("unsafe ", "Sources/Shell"),
            ("@MainActor", "nowhere"),
            ("Task {", "nowhere"),
            ("TODO", "nowhere"),
            ("FIXME", "nowhere"),
            ("MARK:", "nowhere"),
        ])
    func homes(word: String, home: String) {
        for file in Self.files where file.isIn("Sources") && !file.isIn(home) {
            let uses = file.numberedLines.filter { $1.contains(word) }
            #expect(uses.map(\.0) == [], "\(file.path)")
        }
    }

    @Test("The checks see what they are for")
    func checksBite() {
        let long = String(repeating: "        work()\n", count: 41)
        let file = SourceFile(
            path: "Sources/Core/Game/Bad.swift",
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

        #expect(file.imports == ["Foundation"])
        #expect(file.functions.map(\.length) == [45, 3])
    }
}
