import Foundation
import Testing

/// House rules that the compiler can't check. See "House rules" in README.md.
@Suite("Tidy")
struct TidyTests {
    static let files = SourceFile.all(under: ["Sources", "Tests"])
    static let cores: Set = [
        "Commands", "Drawing", "Game", "Guests", "Host", "Load", "Lobby", "PlainText", "Play",
        "SimperiumClock", "SimperiumJSON", "SimperiumSync", "SimperiumWebWire", "SimperiumWire",
        "SyncHub", "Visit", "Wording",
    ]
    /// The shells, each with the C libraries that it alone may use.
    static let shells: [String: Set<String>] = [
        "SimperiumLoop": ["CSimperiumUV"],
        "FrontDoor": ["CSSH"],
        "SimperiumNetwork": ["CSimperiumUV", "CSimperiumOpenSSL"],
        "SimperiumStore": ["CSimperiumSQLite"],
        "Terminal": ["CCurses"],
    ]

    @Test("There is something to check")
    func findsFiles() {
        #expect(Self.files.count > 20)
    }

    @Test("Files stay short enough to read in one sitting", arguments: files)
    func length(file: SourceFile) {
        #expect(file.lines.count <= 401)
        // Characters are counted of those only that could have too many.
        let tooWide = file.numberedLines.filter { $1.utf8.count > 100 && $1.count > 100 }
        #expect(tooWide.map(\.0) == [], "too wide")
    }

    @Test("Functions fit on a screen", arguments: files)
    func functions(file: SourceFile) {
        let tooLong = file.functions.filter { $0.length > 40 }
        #expect(tooLong.map(\.line) == [], "too long")
    }

    @Test("A core imports cores only", arguments: files.filter { $0.isIn("Sources/Core") })
    func coreImports(file: SourceFile) {
        #expect(file.imports.subtracting(Self.cores).isEmpty)
    }

    @Test(
        "A shell imports its library, the loop, and cores that are plain values",
        arguments: files.filter { $0.isIn("Sources/Shell") })
    func shellImports(file: SourceFile) {
        let shell = String(file.path.split(separator: "/")[2])
        let engines: Set = [
            "Guests", "Host", "Load", "Lobby", "PlainText", "Play", "SimperiumSync", "SyncHub",
            "Visit", "Wording",
        ]
        let allowed = Self.cores.subtracting(engines).union(Self.shells[shell] ?? [])
            .union(["SimperiumLoop", "Glibc", "Synchronization"])

        #expect(file.imports.subtracting(allowed).isEmpty)
    }

    @Test("A file imports only what the manifest writes down for its target", arguments: files)
    func declaredImports(file: SourceFile) {
        let target = Manifest.target(of: file.path)
        let declared = Manifest.written[target]
        #expect(declared != nil, "the manifest knows no target \(target)")
        let ours = file.imports.intersection(Manifest.written.keys)
        #expect(ours.subtracting(declared ?? []).isEmpty)
    }

    @Test("The program does without Foundation", arguments: files.filter { $0.isIn("Sources") })
    func noFoundation(file: SourceFile) {
        #expect(!file.imports.contains { $0.hasPrefix("Foundation") || $0 == "Dispatch" })
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
