import FrontDoor
import Glibc
import TestKit
import TestSupport
import Testing

@Suite("The host key", .waits)
struct HostKeyTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("key")
    }

    @Test("Is made once, for its owner's eyes only, and found again")
    func kept() throws {
        #expect(try HostKey(at: path) == nil)
        let made = try HostKey.loadOrCreate(at: path)
        let found = try HostKey.loadOrCreate(at: path)

        #expect(made.fingerprint.hasPrefix("SHA256:"))
        #expect(found.fingerprint == made.fingerprint)
        #expect(try Files.mode(of: path) == 0o600)
        #expect(try Files.names(in: folder.place) == ["key"])
    }

    @Test("Is refused when others may have read it, and left as it is")
    func readable() throws {
        _ = try HostKey.loadOrCreate(at: path)
        let before = try Files.bytes(path)
        try Files.setMode(of: path, to: 0o640)

        #expect(throws: HostKeyFault.unsafe) { try HostKey.loadOrCreate(at: path) }
        #expect(try Files.bytes(path) == before)
    }

    @Test("Is refused when it belongs to another user", .enabled(if: geteuid() == 0, "needs root"))
    func foreign() throws {
        _ = try HostKey.loadOrCreate(at: path)
        #expect(unsafe chown(path, 1, 1) == 0)
        #expect(throws: HostKeyFault.unsafe) { try HostKey.loadOrCreate(at: path) }
        #expect(try HostKey(at: path, ofAnyOwner: true) != nil)
        try Files.setMode(of: path, to: 0o640)
        #expect(throws: HostKeyFault.unsafe) { try HostKey(at: path, ofAnyOwner: true) }
    }

    @Test(
        "Is refused in the same way when this program may not even open it",
        .enabled(if: geteuid() != 0, "root may open all files"))
    func closed() throws {
        try Files.write("another user's", to: path)
        try Files.setMode(of: path, to: 0)
        #expect(throws: HostKeyFault.unsafe) { try HostKey.loadOrCreate(at: path) }
    }

    @Test("Is found behind a link, where an operator has put it")
    func link() throws {
        let made = try HostKey.loadOrCreate(at: folder.path("other"))
        #expect(unsafe symlink(folder.path("other"), path) == 0)
        #expect(try HostKey.loadOrCreate(at: path).fingerprint == made.fingerprint)
    }

    @Test("Is never replaced when it is damaged", arguments: ["", "no key", "\0"])
    func damaged(content: String) throws {
        try Files.write(content, to: path)
        try Files.setMode(of: path, to: 0o600)

        #expect(throws: HostKeyFault.damaged) { try HostKey.loadOrCreate(at: path) }
        #expect(try Files.bytes(path) == Array(content.utf8))
    }

    @Test("Is not created in a read-only folder")
    func nowhere() throws {
        #expect(throws: HostKeyFault.self) { try HostKey.loadOrCreate(at: "/proc/key") }
    }
}
