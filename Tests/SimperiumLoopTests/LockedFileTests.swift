import Glibc
import SimperiumLoop
import TestKit
import TestSupport
import Testing

@Suite("Files that one program holds", .waits)
struct LockedFileTests {
    /// Returns a path of this test's own, without a file.
    private func freshPath(_ name: String) -> String {
        let path = "/tmp/tictactoe-\(ThisProcess.id)-\(name)"
        _ = unsafe unlink(path)
        return path
    }

    private func found(_ path: String) throws -> String {
        switch try LockedFile.lockExisting(path) {
        case .nothing: "nothing"
        case .taken: "taken"
        case .unsafe: "unsafe"
        case .lockless: "lockless"
        case .held(let file): String(decoding: try file.read(limit: 100), as: UTF8.self)
        }
    }

    @Test("A held file is read by the next holder, and by no other program meanwhile")
    func oneAtATime() throws {
        let path = freshPath("held")
        #expect(try found(path) == "nothing")
        var file = try LockedFile.createLocked(path)
        try file?.write(Array("long text".utf8), syncing: true)
        #expect(try found(path) == "taken")
        #expect(try LockedFile.createLocked(path) == nil)
        file = nil
        guard case .held(let again) = try LockedFile.lockExisting(path) else {
            Issue.record("somebody has hold of it")
            return
        }
        #expect(try again.read(limit: 100) == Array("long text".utf8))
        try again.write(Array("text".utf8), syncing: false)
        #expect(try again.read(limit: 100) == Array("text     ".utf8), "filled up with blanks")
        try again.remove()
        #expect(try found(path) == "nothing")
    }

    @Test("The content of an earlier program is replaced completely, also if it was not read")
    func replaced() throws {
        let path = freshPath("replaced")
        try LockedFile.createLocked(path)?.write(Array("long text".utf8), syncing: false)
        guard case .held(let file) = try LockedFile.lockOrCreate(path) else {
            Issue.record("the file is still locked")
            return
        }
        try file.write(Array("text".utf8), syncing: true)
        #expect(try file.read(limit: 100) == Array("text     ".utf8))
        try file.remove()
    }

    @Test("A released file is free at once, also while a started process shares the open file")
    func inherited() throws {
        let path = freshPath("inherited")
        var file = try LockedFile.createLocked(path)
        // A process shares it from its start until it executes its program.
        let shared = try #require(duplicate(ofOpen: path))
        defer { close(shared) }
        #expect(file != nil)
        file = nil
        guard case .held(let again) = try LockedFile.lockExisting(path) else {
            Issue.record("the file is still locked")
            return
        }
        try again.remove()
    }

    /// A second descriptor of the open file at the path; nil if none is open.
    private func duplicate(ofOpen path: String) -> CInt? {
        // Another test may hold thousands of descriptors, so the open ones are listed.
        for name in (try? Files.names(in: "/proc/self/fd")) ?? [] {
            var target = [CChar](repeating: 0, count: path.utf8.count + 1)
            let length = unsafe readlink("/proc/self/fd/\(name)", &target, target.count)
            guard target.prefix(max(0, length)).elementsEqual(path.utf8.map(CChar.init)) else {
                continue
            }
            let copy = dup(CInt(name) ?? -1)
            return copy < 0 ? nil : copy
        }
        return nil
    }

    @Test("A file that others can read or write, a link and a folder can't be held")
    func unsafe() throws {
        let path = freshPath("open")
        try LockedFile.createLocked(path)?.write([65], syncing: false)
        _ = unsafe chmod(path, 0o644)
        let link = freshPath("link")
        _ = unsafe symlink(path, link)
        for path in [path, link, "/tmp"] { #expect(try found(path) == "unsafe", "\(path)") }
        for path in [path, link] { _ = unsafe unlink(path) }
    }

    @Test("A file can be renamed while it is held")
    func renaming() throws {
        let (path, other) = (freshPath("before"), freshPath("after"))
        let file = try LockedFile.createLocked(path)
        try file?.rename(to: other)
        #expect(try found(path) == "nothing")
        #expect(try found(other) == "taken")
        try file?.remove()
        #expect(try found(other) == "nothing")
    }
}
