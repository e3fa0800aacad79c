import Foundation
import FrontDoor
import TestSupport
import TestKit
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
        let made = try HostKey.kept(at: path)
        let found = try HostKey.kept(at: path)

        #expect(made.fingerprint.hasPrefix("SHA256:"))
        #expect(found.fingerprint == made.fingerprint)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.place) == ["key"])
    }

    @Test("Is refused when others may have read it, and left as it is")
    func readable() throws {
        _ = try HostKey.kept(at: path)
        let before = FileManager.default.contents(atPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)

        #expect(throws: HostKeyFault.readableByOthers) { try HostKey.kept(at: path) }
        #expect(FileManager.default.contents(atPath: path) == before)
    }

    @Test("Is never replaced when it is damaged", arguments: ["", "no key", "\0"])
    func damaged(content: String) throws {
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(content.utf8), attributes: [.posixPermissions: 0o600])

        #expect(throws: HostKeyFault.damaged) { try HostKey.kept(at: path) }
        #expect(FileManager.default.contents(atPath: path) == Data(content.utf8))
    }

    @Test("Is not made where nobody can write")
    func nowhere() throws {
        #expect(throws: HostKeyFault.self) { try HostKey.kept(at: "/proc/key") }
    }
}
