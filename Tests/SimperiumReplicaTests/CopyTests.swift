import SimperiumJSON
import SimperiumLoop
import SimperiumReplica
import SimperiumStore
import SimperiumSync
import SimperiumWire
import TestKit
import TestSupport
import Testing

@Suite("Copies of an account", .waits)
struct CopyTests {
    private let place: TemporaryFolder
    private let names = (1...3).map { "\($0).db" }

    init() throws {
        place = try TemporaryFolder()
    }

    private var path: String { place.path("user") }
    private var folder: AccountCopyDirectory {
        AccountCopyDirectory(path, names: names, of: [.todo, .later])
    }

    private func openCopy() throws -> AccountCopyFile {
        guard case .copy(let file, _, _) = folder.openFirstFreeCopy() else {
            throw NoFreeCopy()
        }
        return file
    }

    private func edit(_ key: String) -> BucketStoreEdits {
        let object = StoredReplicaObject(draft: .object(["n": 1]), turn: 1)
        return BucketStoreEdits([.put(.trappingIfInvalid(key), object)], of: .todo)
    }

    @Test("Each program opens the first free copy, with its own client id, until all are taken")
    func takes() throws {
        var files = try names.map { _ in try openCopy() }
        #expect(Set(files.map(\.clientID)).count == names.count)
        guard case .allTaken = folder.openFirstFreeCopy() else {
            Issue.record("there are more copies than names")
            return
        }
        let second = files[1].clientID
        files[1].close()
        files[1] = try openCopy()
        #expect(files[1].clientID == second, "it is the same copy")
    }

    @Test("Committed edits are there for the next program, and only their user can read them")
    func keeps() throws {
        do {
            let file = try openCopy()
            try file.commit([edit("a")])
            file.close()
        }
        guard case .copy(_, let stored, let damaged) = folder.openFirstFreeCopy() else {
            Issue.record("the copy is taken")
            return
        }
        #expect(stored[.todo]?.objects.keys.map(\.text) == ["a"])
        #expect(damaged == [])
        #expect(try WholeFile.readSecret(path + "/1.db", limit: 1 << 20) != .unsafe)
    }

    @Test("A damaged copy is set aside and replaced by a new one")
    func damaged() throws {
        do {
            let file = try openCopy()
            try file.commit([edit("a")])
            file.close()
        }
        var bytes = try #require(try WholeFile.read(path + "/1.db", limit: 1 << 20))
        for index in 100..<bytes.count { bytes[index] = 0xA5 }
        try WholeFile.replace(path + "/1.db", with: bytes)
        guard case .copy(_, let stored, let damaged) = folder.openFirstFreeCopy() else {
            Issue.record("there is no copy")
            return
        }
        #expect(damaged == [path + "/1.db"])
        #expect(stored[.todo] == StoredReplicaBucket())
        #expect(FileSystem.isReadable(path + "/1.db.bad"))
    }

    @Test("Signing out removes all copies except those that other programs hold")
    func removes() throws {
        let first = try openCopy()
        let second = try openCopy()
        try second.commit([edit("a")])
        second.close()
        folder.removeFreeCopies()
        #expect(
            !FileSystem.isReadable(path + "/2.db") && !FileSystem.isReadable(path + "/2.db.lock"))
        #expect(FileSystem.isReadable(path + "/1.db"))
        first.remove()
        #expect(
            !FileSystem.isReadable(path + "/1.db") && !FileSystem.isReadable(path + "/1.db.lock"))
    }

    @Test("Only free copies with unsent edits are found to be sent")
    func findsUnsent() throws {
        let first = try openCopy()
        try first.commit([edit("a")])
        #expect(folder.openFirstUnsentCopy() == nil, "its program is there")
        let second = try openCopy()
        second.close()
        #expect(folder.openFirstUnsentCopy() == nil, "there is nothing in it")
        first.close()
        let found = try #require(folder.openFirstUnsentCopy())
        #expect(found.file.clientID == first.clientID)
        #expect(folder.openFirstUnsentCopy() == nil, "its finder holds it")
    }

    @Test("Edits are written in order, and the loop is never blocked")
    func writes() throws {
        let loop = try Loop()
        defer { loop.close() }
        let queue = DiskQueue(on: loop)
        let file = try openCopy()
        var answers: [AccountCopyWriter.StoreResult] = []
        let writer = AccountCopyWriter(by: queue, on: loop) { edits throws(StorageError) in
            try file.commit(edits)
        } _: {
            answers.append($0)
        }
        for number in 1...5 { writer.write([edit("k\(number)")], numbered: number) }
        #expect(loop.run { answers.last == .stored(5) })
        #expect(try file.load(.todo).objects.count == 5)
        var isIdle = false
        queue.whenIdle { isIdle = true }
        #expect(isIdle)
    }

    @Test("The callback of a disk queue's work may release the queue, whose other work never runs")
    func releasesQueue() throws {
        let loop = try Loop()
        defer { loop.close() }
        var queue: DiskQueue? = DiskQueue(on: loop)
        var isDone = false
        queue?.run {
        } then: {
            queue = nil
            isDone = true
        }
        queue?.run {
        } then: {
            Issue.record("the queue was released")
        }
        #expect(loop.run { isDone })
        #expect(queue == nil)
        // The queue would have offloaded its other work before this work, and called back by now.
        var isLaterDone = false
        let later = loop.offload {
        } then: {
            isLaterDone = true
        }
        #expect(loop.run { isLaterDone })
        _ = consume later
    }

    @Test("Edits that a full disk refused are kept, and written once there is room")
    func retries() throws {
        let loop = try Loop()
        defer { loop.close() }
        let disk = Disk()
        disk.error = .full
        var answers: [AccountCopyWriter.StoreResult] = []
        let writer = AccountCopyWriter(
            by: DiskQueue(on: loop), on: loop, retryPause: .milliseconds(10)
        ) { edits throws(StorageError) in
            try disk.commit(edits)
        } _: {
            answers.append($0)
        }
        writer.write([edit("a")], numbered: 1)
        #expect(loop.run { answers == [.failed(.full)] })
        writer.write([edit("b")], numbered: 2)
        #expect(loop.run { answers.count > 2 })
        #expect(answers.allSatisfy { $0 == .failed(.full) })
        disk.error = nil
        #expect(loop.run { answers.last == .stored(2) })
        #expect(disk.edits == [edit("a"), edit("b")])
    }

    @Test("A released writer leaves no edits unwritten if its owner asks for the rest")
    func writesRest() throws {
        let loop = try Loop()
        defer { loop.close() }
        let queue = DiskQueue(on: loop)
        let file = try openCopy()
        var writer: AccountCopyWriter? = AccountCopyWriter(
            by: queue, on: loop
        ) { edits throws(StorageError) in
            try file.commit(edits)
        } _: { _ in
        }
        for number in 1...3 { writer?.write([edit("k\(number)")], numbered: number) }
        writer?.writeRestWithoutResult()
        writer = nil
        var isIdle = false
        queue.whenIdle { isIdle = true }
        #expect(loop.run { isIdle })
        #expect(try file.load(.todo).objects.count == 3)
    }

    @Test(
        "Another run's unsent edits are sent under its client id, and then its copy is released",
        arguments: [false, true])
    func sends(isFirstDown: Bool) throws {
        let (local, down) = (try LocalServer(), try LocalServer())
        down.stopListening()
        let server = try HubServer(on: local.connectionSet)
        let reader = try LiveProgram(at: server)
        let file = try openCopy()
        let left = file.clientID
        try file.commit([edit("a")])
        file.close()

        let sender = LeftoverEditSender(
            from: folder, as: .kim,
            to: try (isFirstDown ? ["ws://127.0.0.1:\(down.port)"] : []).map {
                try HubAddress($0, app: .demo)
            } + [try HubAddress(server.address, app: .demo)],
            on: local.connectionSet, trusting: nil, by: DiskQueue(on: local.loop))
        sender.start()
        local.run { reader.todo[ObjectKey.trappingIfInvalid("a")] == ["n": 1] }
        local.run {
            guard case .copy(let file, let stored, _) = folder.openFirstFreeCopy() else {
                return false
            }
            defer { file.close() }
            return file.clientID == left && stored[.todo]?.objects.values.first?.draft == nil
        }
    }

    @Test("The unsent edits of several runs are sent one after another, without a pause")
    func sendsSeveral() throws {
        let local = try LocalServer()
        let server = try HubServer(on: local.connectionSet)
        let reader = try LiveProgram(at: server)
        let files = try ["a", "b", "c"].map { key in
            let file = try openCopy()
            try file.commit([edit(key)])
            return file
        }
        for file in files { file.close() }

        let sender = LeftoverEditSender(
            from: folder, as: .kim, to: [try HubAddress(server.address, app: .demo)],
            on: local.connectionSet, trusting: nil, by: DiskQueue(on: local.loop))
        sender.start()
        // A pause would take longer than this wait.
        local.run { reader.todo.count == 3 }
    }
}

private struct NoFreeCopy: Error {}

/// A disk that may be full. Threads use it one at a time.
private final class Disk: @unchecked Sendable {
    var error: StorageError?
    private(set) var edits: [BucketStoreEdits] = []

    func commit(_ edits: [BucketStoreEdits]) throws(StorageError) {
        if let error { throw error }
        self.edits += edits
    }
}
