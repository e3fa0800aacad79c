import Glibc
import SimperiumKit
import TestKit
import TestSupport
import Testing

/// A library's file on a full disk: one of a few pages, which only root may make.
@Suite("The library, and a full disk", .waits)
final class LibraryDiskTests {
    private static let mayMount =
        geteuid() == 0 && (try? PipedProgram.run("/usr/bin/unshare", ["-m", "true"]).status) == 0

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func mount(_ arguments: String...) throws -> Bool {
        try PipedProgram.run("/usr/bin/mount", arguments).status == 0
    }

    private func client() throws -> SimperiumClient {
        var configuration = SimperiumClient.Configuration(server: "ws://127.0.0.1:1", app: "demo")
        configuration.storage = .file(folder.path("disk/list.db"))
        return try SimperiumClient(configuration)
    }

    @Test(
        "A full disk is a typed error from then on, and the stored data is read again",
        .enabled(if: mayMount, "because only root may mount a disk"))
    func full() async throws {
        let disk = folder.path("disk")
        try Files.makeFolder(disk)
        try #require(try mount("-t", "tmpfs", "-o", "size=600k", "none", disk))
        defer { _ = try? PipedProgram.run("/usr/bin/umount", [disk]) }
        let client = try client()
        let todo = try await client.bucket(named: "todo")
        let text = JSON(String(repeating: "room ", count: 800))
        var stored: Set<ObjectKey> = []
        var failure: SimperiumError?
        while failure == nil, stored.count < 1_000 {
            do throws(SimperiumError) {
                let key = try await todo.insert(["text": text])
                try await client.waitUntilStored()
                stored.insert(key)
            } catch {
                failure = error
            }
        }
        let full = SimperiumError.storage(.full, file: folder.path("disk/list.db"))
        #expect(failure == full)
        #expect(!stored.isEmpty)
        await #expect(throws: full) {
            try await todo.insert(["text": text])
        }
        await #expect(throws: full) { try await client.waitUntilSettled() }
        for await _ in await todo.changes() {}
        await client.close()

        try #require(try mount("-o", "remount,size=8m", disk))
        let again = try self.client()
        let kept = try await again.bucket(named: "todo")
        #expect(Set(await kept.keys).isSuperset(of: stored))
        let key = try await kept.insert(["text": text])
        try await again.waitUntilStored()
        #expect(await kept[key]?["text"] == text)
        await again.close()
    }
}
