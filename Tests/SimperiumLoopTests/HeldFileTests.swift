import Glibc
import SimperiumLoop
import TestKit
import TestSupport
import Testing

@Suite("Files that one program holds", .waits)
struct HeldFileTests {
    /// Returns a path of this test's own, without a file.
    private func freshPath(_ name: String) -> String {
        let path = "/tmp/tictactoe-\(ThisProcess.id)-\(name)"
        _ = unsafe unlink(path)
        return path
    }

    private func found(_ path: String) throws -> String {
        switch try HeldFile.find(path) {
        case .nothing: "nothing"
        case .taken: "taken"
        case .unsafe: "unsafe"
        case .lockless: "lockless"
        case .held(let file): String(decoding: try file.read(limit: 100), as: UTF8.self)
        }
    }

    /// The same once the file is free. A child that another test starts has these files, too, until
    /// it runs its program.
    private func foundWhenFree(_ path: String) throws -> HeldFile.Finding {
        var finding = HeldFile.Finding.taken
        try eventually(every: .milliseconds(1)) {
            finding = try HeldFile.find(path)
            if case .taken = finding { return false }
            return true
        }
        return finding
    }

    @Test("A held file is read by the next holder, and by no other program meanwhile")
    func oneAtATime() throws {
        let path = freshPath("held")
        #expect(try found(path) == "nothing")
        var file = try HeldFile.make(path)
        try file?.write(Array("long text".utf8), safely: true)
        #expect(try found(path) == "taken")
        #expect(try HeldFile.make(path) == nil)
        file = nil
        guard case .held(let again) = try foundWhenFree(path) else {
            Issue.record("somebody has hold of it")
            return
        }
        #expect(try again.read(limit: 100) == Array("long text".utf8))
        try again.write(Array("text".utf8), safely: false)
        #expect(try again.read(limit: 100) == Array("text     ".utf8), "filled up with blanks")
        try again.remove()
        #expect(try found(path) == "nothing")
    }

    @Test("A file that others can read or write, a link and a folder can't be held")
    func unsafe() throws {
        let path = freshPath("open")
        try HeldFile.make(path)?.write([65], safely: false)
        _ = unsafe chmod(path, 0o644)
        let link = freshPath("link")
        _ = unsafe symlink(path, link)
        for path in [path, link, "/tmp"] { #expect(try found(path) == "unsafe", "\(path)") }
        for path in [path, link] { _ = unsafe unlink(path) }
    }

    @Test("A file can be renamed while it is held")
    func renaming() throws {
        let (path, other) = (freshPath("before"), freshPath("after"))
        let file = try HeldFile.make(path)
        try file?.rename(to: other)
        #expect(try found(path) == "nothing")
        #expect(try found(other) == "taken")
        try file?.remove()
        #expect(try found(other) == "nothing")
    }
}
