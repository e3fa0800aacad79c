import Glibc
import SimperiumLoop
import TestKit
import TestSupport
import Testing

@Suite("A file of which one program has hold", .waits)
struct HeldFileTests {
    /// A path of this test's own, with nothing there.
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

    /// The same once nobody has hold of it: a child that another test starts has our files, too,
    /// until it is another program.
    private func foundWhenFree(_ path: String) throws -> HeldFile.Finding {
        var finding = HeldFile.Finding.taken
        try eventually(every: .milliseconds(1)) {
            finding = try HeldFile.find(path)
            if case .taken = finding { return false }
            return true
        }
        return finding
    }

    @Test("It is read again by the next who takes hold, and by nobody meanwhile")
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

    @Test("A file that others can read or write, a link and a folder are not taken hold of")
    func unsafe() throws {
        let path = freshPath("open")
        try HeldFile.make(path)?.write([65], safely: false)
        _ = unsafe chmod(path, 0o644)
        let link = freshPath("link")
        _ = unsafe symlink(path, link)
        for path in [path, link, "/tmp"] { #expect(try found(path) == "unsafe", "\(path)") }
        for path in [path, link] { _ = unsafe unlink(path) }
    }

    @Test("It can be given another name while somebody has hold of it")
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
