import Testing

/// One version in the places that tell it.
@Suite("Version")
struct ReleaseVersionTests {
    @Test("Program, library and changelog are of one version")
    func places() throws {
        let program = try quoted(
            in: "Sources/Program/tictactoe/ProgramVersion.swift", behind: "number = ")
        let library = try quoted(
            in: "Sources/Simperium/SimperiumSync/Replica/ReplicaSettings.swift",
            behind: "libraryVersion = ")
        let changelog = try #require(Repository.text(of: "Assets/debian/changelog"))
        #expect(program == library)
        #expect(changelog.prefix { $0 != ")" } == "tictactoe (\(program)")
    }

    @Test("The changelog fits where packages are read about")
    func width() throws {
        let changelog = try #require(Repository.text(of: "Assets/debian/changelog"))
        let lines = changelog.split(separator: "\n").filter { !$0.hasPrefix(" -- ") }
        let long = lines.filter { $0.count > 80 }
        #expect(long.isEmpty, "80 columns: lintian says so")
    }

    @Test("An archive of a commit has the commit written into it")
    func commit() throws {
        let attributes = try #require(Repository.text(of: ".gitattributes"))
        #expect(attributes.contains("Sources/Program/tictactoe/ProgramVersion.swift export-subst"))
        let source = try #require(
            Repository.text(of: "Sources/Program/tictactoe/ProgramVersion.swift"))
        #expect(source.contains("$Format:%h, %cs$"))
    }

    private func quoted(in path: String, behind mark: String) throws -> Substring {
        let text = try #require(Repository.text(of: path))
        let mark = try #require(text.firstRange(of: mark))
        return text[mark.upperBound...].dropFirst().prefix { $0 != "\"" }
    }
}
