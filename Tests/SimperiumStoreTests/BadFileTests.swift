import SimperiumClock
import SimperiumStore
import SimperiumWire
import SimulatedDisk
import TestSupport
import Testing

/// Files and disks that a server may find. In each case the server has the acknowledged changes, or
/// an earlier state of them, or refuses the file; or `doctor --store` finds the damage.
@Suite("A server's file that was changed or damaged")
struct BadFileTests {
    private let vfs = SimulatedVFS(seed: 1)
    private var place: Database.Location { .file("hub", vfs: vfs.name) }

    @Test("A full disk loses the write under way, and the next one succeeds once there is room")
    func full() throws {
        try WholeStore.fill(place)
        var store = try HubStore(place, surviving: .powerCut)
        try store.append(13, 100)
        let size = vfs.withDisk { disk in
            disk.fileNames.reduce(0) { $0 + (disk.content(of: $1)?.count ?? 0) }
        }
        vfs.withDisk { $0.capacity = size + 5_000 }
        let refusal = #expect(throws: WriteRefusal.self) { try store.append(14, 40_000) }
        #expect(refusal == .store(.full))
        #expect(try store.version(of: "a") == 4)
        vfs.withDisk { $0.capacity = .max }
        try store.append(14, 40_000)
        #expect(try store.version(of: "a") == 5)
    }

    @Test("A disk that can't be written to is refused, and the file stays")
    func readOnly() throws {
        try WholeStore.fill(place)
        let before = vfs.withDisk { $0.content(of: "hub") }
        vfs.withDisk { $0.isReadOnly = true }
        #expect(throws: StorageError.readOnly) { _ = try HubStore(place) }
        #expect(vfs.withDisk { $0.content(of: "hub") } == before)
    }

    @Test("A file that can't be opened is refused with the file's name and the reason")
    func unopenable() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(String(repeating: "n", count: 256))
        #expect(throws: StorageError.library(reason: "can't open \(path): name too long")) {
            _ = try HubStore(.file(path))
        }
    }

    @Test("A slow disk delays a commit by its syncs; that is one sync when the log exists")
    func slow() throws {
        var store = try HubStore(place, surviving: .powerCut)
        try store.append(1, 100)
        let syncs = vfs.withDisk { $0.counts[.sync] ?? 0 }
        vfs.slowSyncs(to: 30_000)
        let took = try ContinuousClock().measure { try store.append(2, 100) }
        #expect(vfs.withDisk { $0.counts[.sync] ?? 0 } == syncs + 1)
        #expect(took >= .milliseconds(30))
    }

    @Test(
        "A disk that fails once fails a commit, and a reopened store has everything before it",
        arguments: [DiskOperation.write, .sync])
    func failsOnce(operation: DiskOperation) throws {
        var last = 0
        for round in 1...12 {
            var store = try HubStore(place, surviving: .powerCut)
            let found = try store.version(of: "a")
            #expect((last...last + 1).contains(found))
            try store.append(round * 2, 100)
            last = found + 1
            vfs.withDisk { $0.faults.add(.error, of: [operation], after: round % 3 == 0 ? 1 : 0) }
            do {
                try store.append(round * 2 + 1, 100)
                last += 1
            } catch let refusal as WriteRefusal {
                guard case .store(let error) = refusal else { throw refusal }
                #expect(error.isDiskFailure)
            }
            vfs.withDisk { $0.faults.removeAll() }
            _ = consume store
            if round.isMultiple(of: 2) { vfs.cutPower() }
        }
    }

    @Test("No commit continues a log that a failed sync left only in memory")
    func failedSync() throws {
        for seed in 0..<30 as Range<UInt64> {
            let vfs = SimulatedVFS(seed: seed)
            let place = Database.Location.file("hub", vfs: vfs.name)
            do {
                var store = try HubStore(place, surviving: .powerCut)
                try store.append(1, 100)
                vfs.withDisk { $0.faults.add(.error, of: [.sync]) }
                #expect(throws: WriteRefusal.self) { try store.append(2, 4_000) }
                vfs.kill()
            }
            var acknowledged = 0
            do {
                var store = try HubStore(place, surviving: .powerCut)
                try store.append(3, 100)
                acknowledged = try store.version(of: "a")
                vfs.cutPower()
            }
            var store = try HubStore(place)
            #expect(try store.version(of: "a") == acknowledged, "seed \(seed)")
        }
    }

    @Test("A file that is cut, at any length, is refused or has all of its content")
    func cutFile() throws {
        try WholeStore.fill(place)
        let whole = try #require(vfs.withDisk { $0.content(of: "hub") })
        let expected = try WholeStore.answers(of: place)
        // An empty file is a new one.
        for length in Self.lengths(1..<whole.count) {
            vfs.withDisk { disk in
                for name in disk.fileNames { disk.remove(name) }
                disk.place(Array(whole[..<length]), as: "hub")
            }
            try expectNothingWrong(besides: [expected], "\(length) bytes")
        }
    }

    @Test("A write-ahead log that is cut, at any length, ends with a whole commit")
    func cutLog() throws {
        let story = try Commits(vfs, place)
        let files = story.files[story.files.count - 1]
        for length in Self.lengths(0..<files.log.count) {
            put(files.file, log: Array(files.log[..<length]))
            try expectNothingWrong(besides: story.answers, "\(length) bytes")
        }
    }

    @Test("A file without its log, and a copy of both made while the server writes")
    func parts() throws {
        let story = try Commits(vfs, place)
        for first in story.files.indices {
            put(story.files[first].file, log: nil)
            try expectNothingWrong(besides: story.answers, "the file of commit \(first)")
            for second in story.files.indices {
                put(story.files[first].file, log: story.files[second].log)
                try expectNothingWrong(
                    besides: story.answers, "the file of \(first), the log of \(second)")
            }
        }
    }

    @Test("A log without its file is refused, and stays")
    func logAlone() throws {
        let folder = try TemporaryFolder()
        for bytes in [nil, []] as [[UInt8]?] {
            let path = folder.path("hub\(bytes?.count ?? -1)")
            if let bytes { try Files.write(bytes, to: path) }
            try Files.write(Array(repeating: 7, count: 9_000), to: path + "-wal")
            let error = #expect(throws: StorageError.self) { _ = try HubStore(.file(path)) }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(try Files.bytes(path + "-wal").count == 9_000)
        }
    }

    @Test("An epoch is never used twice, though the clock is set back and power is cut")
    func clock() throws {
        var epochs: [UInt32] = []
        for least in [1_000, 900, 5, 2_000, 1_999] as [UInt32] {
            do {
                let store = try HubStore(place)
                epochs.append(try store.beginEpoch(atLeast: least))
            }
            vfs.cutPower()
        }
        #expect(epochs == [1_000, 1_001, 1_002, 2_000, 2_001])
    }

    @Test("A server that is killed during a checkpoint has everything when it starts again")
    func checkpoint() throws {
        var (skipped, isWhole) = (0, false)
        while !isWhole {
            let vfs = SimulatedVFS(seed: UInt64(skipped))
            let place = Database.Location.file("hub", vfs: vfs.name)
            do {
                var store = try HubStore(place, surviving: .powerCut)
                for number in 1...20 { try store.append(number, 2_000) }
                vfs.withDisk {
                    $0.faults.add(.powerCut, of: DiskOperation.changing, after: skipped)
                }
                do {
                    try store.checkpoint()
                    isWhole = true
                } catch {
                    // There is no power.
                }
            }
            vfs.cutPower()
            let store = try StoreInFile(at: place)
            #expect(try store.answer(.entity(named("a"), in: .todo)).entity?.version.number == 20)
            #expect(try HubStore.inspect(place).damages == [])
            skipped += Tier.current < .soak ? 3 : 1
        }
        #expect(skipped > 10)
    }

    /// Returns the lengths to be tried: all of them in a soak, some in other runs.
    private static func lengths(_ all: Range<Int>) -> [Int] {
        var few: [Int] = []
        for length in stride(from: all.lowerBound, to: all.upperBound, by: 6_113) {
            // Within a page, at its end, and after the header of a frame of the log.
            few += [length, length / 4_096 * 4_096, length / 4_120 * 4_120 + 32]
        }
        return Tier.rows(few.filter(all.contains), ofAll: Array(all))
    }

    private func put(_ file: [UInt8], log: [UInt8]?) {
        vfs.withDisk { disk in
            for name in disk.fileNames { disk.remove(name) }
            disk.place(file, as: "hub")
            if let log { disk.place(log, as: "hub-wal") }
        }
    }

    /// Expects one of these states, or a refusal; or that `doctor` finds the damage.
    private func expectNothingWrong(
        besides states: [[WholeStore.Answer]], _ what: String
    ) throws {
        let found: [WholeStore.Answer]
        do throws(StorageError) {
            let isDamaged = try !HubStore.inspect(place).damages.isEmpty
            found = try WholeStore.answers(of: place)
            let isWrong = !states.contains { state in
                zip(found, state).allSatisfy { found, expected in
                    if case .refused = found { true } else { found == expected }
                }
            }
            #expect(!isWrong || isDamaged, "\(what)")
        } catch {
            guard [.locked, .full, .readOnly].contains(error) else { return }
            Issue.record("\(what): \(error)")
        }
    }
}

/// The files of a server after each of some commits, and the answers then.
private struct Commits {
    private(set) var files: [(file: [UInt8], log: [UInt8])] = []
    private(set) var answers: [[WholeStore.Answer]] = []

    init(_ vfs: SimulatedVFS, _ place: Database.Location) throws {
        try WholeStore.fill(place)
        answers.append(try WholeStore.answers(of: place))
        var store = try HubStore(place, surviving: .powerCut)
        for number in 1...8 {
            try store.append(20 + number, number * 700)
            if number.isMultiple(of: 3) { try store.checkpoint() }
            files.append(
                vfs.withDisk { ($0.content(of: "hub") ?? [], $0.content(of: "hub-wal") ?? []) })
            answers.append(WholeStore.answers(of: &store))
        }
    }
}

extension HubStore {
    /// Makes the next version of `a`, with a body of this many bytes, and commits.
    fileprivate mutating func append(_ number: Int, _ bytes: Int) throws {
        guard case .bucket(let state) = try answer(.bucket(.todo)) else { return }
        let before = try answer(.entity(named("a"), in: .todo)).entity
        let version = before?.version.next ?? .first
        let change = StoredChange(
            ordinal: ordinal(number), key: named("a"), version: version,
            previous: before?.changed, changeID: named("n\(number)"), entry: Array("{}".utf8))
        let body = Array("{\"t\":\"\(String(repeating: "x", count: bytes))\"}".utf8)
        let entity = StoredEntity(
            key: named("a"), version: version, isRemoved: false, object: body,
            changed: ordinal(number), stamp: ServerTime(milliseconds: Int64(number)))
        try write(.append(change, entity: entity, outdated: [], to: .todo, expected: state.head))
        try commitAndMoveRecent()
    }

    fileprivate mutating func version(of key: String) throws -> Int {
        try answer(.entity(named(key), in: .todo)).entity?.version.number ?? 0
    }
}
