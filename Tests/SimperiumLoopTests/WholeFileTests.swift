import Glibc
import SimperiumLoop
import TestKit
import TestSupport
import Testing

@Suite("Files that are read and written as a whole", .waits)
struct WholeFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("file")
    }

    private func text() throws -> String { try Files.text(path) }

    @Test("A file is replaced for its owner alone, and no draft is left")
    func replaced() throws {
        for word in ["one", "two, and longer", ""] {
            try WholeFile.replace(path, with: Array(word.utf8))
            #expect(try text() == word)
            #expect(try Files.mode(of: path) == 0o600)
            try Files.setMode(of: path, to: 0o644)
        }
        #expect(try Files.names(in: folder.place) == ["file"])
    }

    @Test("A failed replacement leaves no draft, and the file unchanged")
    func failed() throws {
        try Files.makeFolder(path + "/full")
        #expect(throws: LibraryError.self) { try WholeFile.replace(path, with: [65]) }
        #expect(try Files.names(in: folder.place) == ["file"])
        #expect(throws: LibraryError.self) {
            try WholeFile.replace(folder.path("nowhere/file"), with: [65])
        }
    }

    @Test("An error names the file that was to be written, not its draft")
    func errorWords() throws {
        let lost = folder.path("nowhere/file")
        let unreplaced = #expect(throws: LibraryError.self) {
            try WholeFile.replace(lost, with: [65])
        }
        #expect(unreplaced?.description == "can't write \(lost): no such file or directory")
        let uncreated = #expect(throws: LibraryError.self) {
            try WholeFile.create(lost, with: [65])
        }
        #expect(uncreated == unreplaced)
        try Files.write("long", to: folder.path("long"))
        let long = #expect(throws: LibraryError.self) {
            try WholeFile.read(folder.path("long"), limit: 3)
        }
        #expect(long?.isOfLongFile == true && long?.reason == "file too large")
        try Files.makeFolder(path + "/full")
        let onFolder = #expect(throws: LibraryError.self) {
            try WholeFile.replace(path, with: [65])
        }
        #expect(onFolder?.description.hasPrefix("can't write \(path): ") == true)
    }

    @Test("The folder of a file is named only if it is missing")
    func missingFolder() throws {
        #expect(FileSystem.missingDirectory(of: folder.path("none/file")) == folder.path("none"))
        for present in [path, "/file", "file"] {
            #expect(FileSystem.missingDirectory(of: present) == nil)
        }
    }

    @Test("A file that can't be read exists, and is not missing")
    func unreadable() throws {
        #expect(FileSystem.isMissing(path) && !FileSystem.exists(path))
        // Not even root can read a link to itself.
        #expect(unsafe symlink(path, path) == 0)
        #expect(!FileSystem.isMissing(path) && FileSystem.exists(path))
        #expect(!FileSystem.isReadable(path))
    }

    @Test("The draft of another process stays unchanged")
    func drafts() throws {
        let others = [path + ".new", path + ".1.new"]
        for other in others { try Files.write("another's", to: other) }
        try WholeFile.replace(path, with: [65])
        for other in others { #expect(try Files.text(other) == "another's") }
    }

    @Test("Its permissions stay on request; a new file's are those of the umask")
    func readers() throws {
        try WholeFile.replace(path, with: [65], mode: .previousMode)
        let line = try Files.text("/proc/self/status").split(separator: "\n")
            .first { $0.hasPrefix("Umask:") }
        let mask = try #require(line.flatMap { Int($0.dropFirst(6).filter(\.isNumber), radix: 8) })
        #expect(try Files.mode(of: path) == 0o666 & ~mask)
        try Files.setMode(of: path, to: 0o640)
        if geteuid() == 0 { #expect(unsafe chown(path, 1, 1) == 0) }
        try WholeFile.replace(path, with: [66], mode: .previousMode)
        #expect(try Files.mode(of: path) == 0o640)
        var status = stat()
        #expect(unsafe stat(path, &status) == 0)
        #expect(status.st_uid == (geteuid() == 0 ? 1 : geteuid()))
    }

    @Test("It is created only where no file is, not even a link")
    func created() throws {
        #expect(try WholeFile.create(path, with: Array("one".utf8)))
        #expect(try !WholeFile.create(path, with: Array("two".utf8)))
        #expect(try text() == "one")
        let link = folder.path("link")
        #expect(unsafe symlink(folder.path("nowhere"), link) == 0)
        #expect(try !WholeFile.create(link, with: [65]))
        #expect(try Files.names(in: folder.place) == ["file", "link"])
    }

    @Test("A draft is renamed only if the new path is free, not even a link")
    func renamed() throws {
        let (draft, link) = (folder.path("draft"), folder.path("link"))
        #expect(unsafe symlink(folder.path("nowhere"), link) == 0)
        try Files.write("new", to: draft)
        #expect(try !WholeFile.renameUnlessPresent(draft, to: link))
        #expect(try Files.names(in: folder.place) == ["draft", "link"])
        #expect(try WholeFile.renameUnlessPresent(draft, to: path))
        #expect(try Files.names(in: folder.place) == ["file", "link"] && text() == "new")
    }

    @Test("It is updated from its present content, also behind a link, or stays unchanged")
    func updated() throws {
        let link = folder.path("link")
        #expect(unsafe symlink(path, link) == 0)
        for place in [path, link] {
            try WholeFile.updateUnderLock(place, limit: 100) { ($0 ?? []) + [65] }
        }
        #expect(try text() == "AA")
        var status = stat()
        #expect(unsafe lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        try WholeFile.updateUnderLock(path, limit: 100) { _ in nil }
        #expect(throws: LibraryError.self) {
            try WholeFile.updateUnderLock(path, limit: 1) { ($0 ?? []) + [65] }
        }
        #expect(try text() == "AA")
    }

    @Test("An update of a link without a target fails, and the link stays")
    func danglingLink() throws {
        let link = folder.path("link")
        #expect(unsafe symlink(folder.path("nowhere"), link) == 0)
        #expect(throws: LibraryError.self) {
            try WholeFile.updateUnderLock(link, limit: 100) { ($0 ?? []) + [65] }
        }
        #expect(try Files.names(in: folder.place) == ["link"])
        var status = stat()
        #expect(unsafe lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test("Concurrent updates wait for each other")
    func updatedAtOnce() async throws {
        try Files.write("", to: path)
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<25 {
                        try WholeFile.updateUnderLock(path, limit: 1_000) { ($0 ?? []) + [65] }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Files.bytes(path).count == 200)
    }

    @Test("Concurrent replacements, as of processes with one id, succeed and are never mixed")
    func replacedAtOnce() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in UInt8(1)...8 {
                group.addTask {
                    let bytes = [UInt8](repeating: writer, count: 65_536)
                    for _ in 0..<25 {
                        try WholeFile.replace(path, with: bytes)
                        let read = try #require(try WholeFile.read(path, limit: 65_536))
                        #expect(read.count == 65_536 && Set(read).count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Files.names(in: folder.place) == ["file"])
    }

    @Test("A file can be created where its folder can be written to, also in the root folder")
    func creatable() {
        for (file, place) in [
            ("/file", "/"), ("file", "."), ("none/file", "."), ("none/none/file", "."),
            (path, folder.place),
        ] {
            let isOpen = unsafe access(place, W_OK | X_OK) == 0
            #expect(FileSystem.canCreateFile(at: file) == isOpen, "\(file)")
        }
        #expect(FileSystem.canCreateFile(at: folder.path("none/file")))
    }

    @Test("A secret is refused if another user can read it or owns it")
    func secrets() throws {
        #expect(try WholeFile.readSecret(path, limit: 10) == .nothing)
        try Files.write("pass", to: path)
        for (mode, isSafe) in [(0o600, true), (0o400, true), (0o640, false), (0o604, false)] {
            try Files.setMode(of: path, to: mode)
            let secret = try WholeFile.readSecret(path, limit: 10)
            #expect(secret == (isSafe ? .bytes(Array("pass".utf8)) : .unsafe))
        }
        #expect(try WholeFile.readSecret(folder.place, limit: 10) == .unsafe)
    }

    @Test("A secret of a group is refused if all users can read it, or if it is a pipe")
    func groupSecret() throws {
        try Files.write("pass", to: path)
        for (mode, isSafe) in [(0o600, true), (0o640, true), (0o604, false)] {
            try Files.setMode(of: path, to: mode)
            let secret = try WholeFile.readSecret(path, limit: 10, of: .trustedUserAndGroup)
            #expect(secret == (isSafe ? .bytes(Array("pass".utf8)) : .unsafe))
        }
        let pipe = folder.path("pipe")
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(try WholeFile.readSecret(pipe, limit: 10, of: .trustedUserAndGroup) == .unsafe)
    }

    @Test("A program trusts the files of its user and of root; root trusts those of all users")
    func owners() {
        for (owner, user) in [(5, 5), (0, 5), (6, 0), (0, 0)] as [(UInt32, UInt32)] {
            #expect(WholeFile.isTrustedOwner(owner, by: user), "\(owner), \(user)")
        }
        #expect(!WholeFile.isTrustedOwner(6, by: 5))
    }

    @Test(
        "A secret is read from the file that was checked, though its path has another one by then")
    func replacedSecret() throws {
        let (safe, open) = (folder.path("safe"), folder.path("open"))
        for (name, mode) in [(safe, 0o600), (open, 0o644)] {
            try Files.write(name == safe ? "safe" : "open", to: name)
            try Files.setMode(of: name, to: mode)
        }
        let (path, draft, end) = (path, folder.path("draft"), folder.path("end"))
        #expect(unsafe link(safe, path) == 0)
        let swapping = try Thread {
            for number in 0..<5_000 {
                _ = unsafe link(number.isMultiple(of: 2) ? open : safe, draft)
                _ = unsafe rename(draft, path)
            }
            try? Files.write("", to: end)
        }
        var found: Set<WholeFile.SecretReadResult> = []
        while unsafe access(end, F_OK) != 0 {
            found.insert(try WholeFile.readSecret(path, limit: 10))
        }
        swapping.join()
        #expect(found == [.unsafe, .bytes(Array("safe".utf8))])
    }

    @Test("A secret of another user is refused", .enabled(if: geteuid() == 0, "needs root"))
    func foreignSecret() throws {
        try WholeFile.replace(path, with: [65])
        #expect(unsafe chown(path, 1, 1) == 0)
        #expect(try WholeFile.readSecret(path, limit: 10) == .unsafe)
        let secret = try WholeFile.readSecret(path, limit: 10, of: .trustedUserAndGroup)
        #expect(secret == .bytes([65]), "root has the service's keys")
    }
}
