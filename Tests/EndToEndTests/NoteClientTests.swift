import Glibc
import SimperiumKit
import TestKit
import TestSupport
import Testing

/// Clients of the Simplenote service, unmodified as published, at our server.
///
/// Each contains its own API key for Simplenote's app, and our server accepts these keys. Each
/// connects with TLS and checks the server's certificate.
@Suite("Note clients", .waits)
struct NoteClientTests {
    @Test("S63, S69: PyPI's simplenote and our client edit one note at once, and keep both edits")
    func simplenote() async throws {
        let story = try await NoteStory(NotePrograms.simplenote, from: ["simplenote==2.1.4"])
        try await story.play(lastText: "Groceries\nThree litres of fresh milk.\nBread.")
        try await story.trash(as: true)
        // The library empties the trash itself.
        try story.waitForLine("deleted")
        try await story.waitForMember("content", nil)
        try await story.end()
    }

    @Test("S63, S69: PyPI's sncli and our client edit one note at once, and no edit is lost")
    func sncli() async throws {
        let story = try await NoteStory(
            NotePrograms.sncli, from: ["sncli==0.4.4", "Simperium3==0.1.5"])
        // It sends a text without a version. The text that it replaces remains as a version.
        try await story.play(lastText: "Groceries\nThree litres of cold milk.\nBread.")
        try await story.trash(as: 1)
        try await story.delete()
        try await story.end()
    }

    @Test("S63, S69: Debian's nvpy and our client edit one note at once, and keep both edits")
    func nvpy() async throws {
        let story = try await NoteStory(NotePrograms.nvpy, from: [])
        try await story.play(lastText: "Groceries\nThree litres of fresh milk.\nBread.")
        try await story.trash(as: 1)
        try await story.delete()
        try await story.end()
    }
}

/// The life of one note on one account, in a published program and in our client.
private final class NoteStory {
    private static let app = "chalk-bump-f49"
    /// The API keys in simplenote, sncli and nvpy, in this order.
    private static let apiKeys = [
        "c8c2b86337154cdabc989b23e30c6bf4", "26864ab5d6fd4a37b80343439f107350",
        "83da95200bc34cc6923746b88e829489",
    ]
    /// The number of notes before the first sync. sncli asks for pages of 100 notes.
    private static let count = 105
    private static let patience = Duration.seconds(120)

    private let folder: TemporaryFolder
    private let server: ServedProgram
    private let client: SimperiumClient
    private let notes: SimperiumBucket
    private let program: PipedProgram
    /// The key of the note that the program creates.
    private var key: ObjectKey?

    /// Starts a server, signs up, creates notes with our client, and starts `program` with
    /// `packages` on its path.
    init(_ program: String, from packages: [String]) async throws {
        let paths = packages.map { package in
            ThisBuild.wheel(package)
        }
        for path in paths {
            try #require(Files.exists(path), "make test-deps installs it")
        }
        folder = try TemporaryFolder()
        try Self.writeKeys(to: folder.path("keys"))
        let certificates = Certificates.shared
        server = try ServedProgram([
            "--app", Self.app, "--keys", folder.path("keys"),
            "--tls-cert", certificates.path("good"), "--tls-key", certificates.key,
        ])
        var configuration = SimperiumClient.Configuration(
            server: "wss://\(server.address)", app: Self.app)
        configuration.apiKey = Self.apiKeys[0]
        configuration.trust = .certificates(file: certificates.authority)
        client = try SimperiumClient(configuration)
        notes = try await client.bucket(named: "note")
        _ = try await client.signUp(email: "kim@example.org", password: "correct horse")
        await client.connect()
        try await notes.perform { bucket in
            for number in 0..<Self.count { try bucket.insert(Self.noteObject("Note \(number)")) }
        }
        try await client.waitUntilSettled(within: Self.patience)
        self.program = try server.startPython(
            NotePrograms.head + program,
            [certificates.authority, folder.place, "\(Self.count)"] + paths)
    }

    private static func writeKeys(to path: String) throws {
        let lines = apiKeys.enumerated().map { number, key in
            "\(app) \(key) \(String(repeating: "\(number)", count: 32))\n"
        }
        try Files.write(lines.joined(), to: path)
        try Files.setMode(of: path, to: 0o600)
    }

    /// A note with all members that Simplenote's own clients write.
    private static func noteObject(_ content: String) -> JSONObject {
        [
            "content": JSON(content), "creationDate": now, "modificationDate": now,
            "deleted": false, "tags": [], "systemTags": [], "shareURL": "", "publishURL": "",
        ]
    }

    /// The time in seconds. sncli ignores an edit that is not later than its own.
    private static var now: JSON {
        JSONNumber(secondsSince1970()).map(JSON.number) ?? nil
    }

    /// Plays the story up to the trash. Both clients have `lastText` after the last two edits.
    func play(lastText: String) async throws {
        try waitForLine("synced")
        let line = try #require(program.line())
        try #require(line.hasPrefix("made "), "The program printed \(line), and not a key.")
        key = ObjectKey(String(line.dropFirst("made ".count)))
        try await waitForMember("content", "Shopping\nTwo litres of milk.")
        program.says("seen")
        try waitForLine("edited")
        try await waitForMember("content", "Shopping\nThree litres of milk.")
        try await edit("milk", to: "cold milk")

        // The program has unsent tags while our client edits the text.
        try waitForLine("has unsent tags")
        try await edit("Shopping", to: "Groceries")
        try waitForLine("sent tags")
        try await waitForMember("tags", ["home", "shop"])
        try await waitForMember("systemTags", ["pinned"])
        try await waitForMember("content", "Groceries\nThree litres of cold milk.")
        program.says("seen")

        // The program has unsent text while our client edits the text.
        try waitForLine("has unsent text")
        try await edit("cold", to: "fresh")
        try waitForLine("sent text")
        try await waitForMember("content", JSON(lastText))
        program.says("seen")
    }

    /// Waits until the program has moved the note to the trash.
    func trash(as value: JSON) async throws {
        try waitForLine("trashed")
        try await waitForMember("deleted", value)
        program.says("seen")
    }

    /// Deletes the note with our client, and waits until the program has removed it.
    func delete() async throws {
        try await notes.delete(try #require(key))
        try await client.waitUntilSettled(within: Self.patience)
        program.says("deleted")
        try waitForLine("gone")
    }

    /// Waits for the program's end, and checks that all other notes remain.
    func end() async throws {
        #expect(program.rest() == "")
        #expect(program.end() == 0)
        #expect(await notes.keys.count == Self.count)
        #expect(await notes.unsynced == [])
        await client.close()
    }

    /// Waits for the program's next line. A program that fails prints the reason instead.
    func waitForLine(_ wanted: String, at location: SourceLocation = #_sourceLocation) throws {
        let line = program.line()
        guard line != wanted else { return }
        // A program that waits for a line ends when it reads the end instead.
        program.closesInput()
        let printed = (line ?? "nothing") + "\n" + program.rest()
        try #require(
            line == wanted, "The program printed \(printed), and not \(wanted).",
            sourceLocation: location)
    }

    /// Waits until our client has `wanted` as a member of the note; nil waits until it has none.
    func waitForMember(
        _ name: JSONString, _ wanted: JSON?, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let key = try #require(key)
        await eventually(within: Self.patience, at: location) { await notes[key]?[name] == wanted }
        let found = await notes[key]?[name]
        let values = [found, wanted].map { $0?.description ?? "nothing" }
        try #require(
            found == wanted, "In our client \(name) is \(values[0]), and not \(values[1]).",
            sourceLocation: location)
    }

    /// Replaces a word of the text in our client. The program continues after the server's answer.
    private func edit(_ word: String, to other: String) async throws {
        let key = try #require(key)
        let text = try #require(await notes[key]?["content"]?.string)
        let content = JSON(text.replacing(word, with: other))
        try await notes.update(key, setting: ["content": content, "modificationDate": Self.now])
        try await client.waitUntilSettled(within: Self.patience)
        program.says("edited")
    }
}
