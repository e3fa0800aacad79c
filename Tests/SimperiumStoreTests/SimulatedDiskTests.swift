import SimperiumClock
import SimperiumStore
import SimperiumWire
import SimulatedDisk
import TestSupport
import Testing

@Suite("The simulated disk")
struct SimulatedDiskTests {
    @Test("A power cut leaves all synced bytes, and of the others some sectors")
    func powerCut() throws {
        var (lost, torn, whole, reordered) = (0, 0, 0, 0)
        for seed in 0..<200 as Range<UInt64> {
            var disk = SimulatedDisk(seed: seed)
            let file = try disk.create("a")
            try disk.write(Array(repeating: 1, count: 2_048), to: file, at: 0)
            try disk.sync(file, andFolder: true)
            try disk.write(Array(repeating: 2, count: 1_024), to: file, at: 512)
            try disk.write(Array(repeating: 3, count: 1_024), to: file, at: 2_048)
            disk.cutPower()
            let bytes = try #require(disk.content(of: "a"))
            #expect(bytes.prefix(512).allSatisfy { $0 == 1 })
            #expect(bytes.count >= 2_048 && bytes.count <= 3_072)
            for sector in stride(from: 0, to: bytes.count, by: 512) {
                #expect(Set(bytes[sector..<sector + 512]).count == 1, "a sector is torn")
            }
            let first = [bytes[512], bytes[1_024]].count { $0 == 2 }
            let second = bytes.dropFirst(2_048).count { $0 == 3 } / 512
            if first + second == 0 { lost += 1 }
            if first == 1 || second == 1 { torn += 1 }
            if first + second == 4 { whole += 1 }
            if first == 0, second > 0 { reordered += 1 }
        }
        for count in [lost, torn, whole, reordered] { #expect(count > 5) }
    }

    @Test("A new file survives after the sync of its folder, and so does a removal")
    func folder() throws {
        var (kept, gone) = (0, 0)
        for seed in 0..<50 as Range<UInt64> {
            var disk = SimulatedDisk(seed: seed)
            let file = try disk.create("a")
            try disk.write([1], to: file, at: 0)
            try disk.sync(file, andFolder: false)
            disk.cutPower()
            if disk.content(of: "a") == [1] { kept += 1 } else { gone += 1 }

            disk.place([2], as: "b")
            try disk.delete("b", syncsFolder: true)
            disk.cutPower()
            #expect(disk.content(of: "b") == nil)
        }
        #expect(kept > 5 && gone > 5)
    }

    @Test("After a failed sync a later one succeeds, and the lost writes stay lost")
    func failedSync() throws {
        var lost = 0
        for seed in 0..<50 as Range<UInt64> {
            var disk = SimulatedDisk(seed: seed)
            disk.place([1, 1], as: "a")
            let file = try #require(disk.number(of: "a"))
            try disk.write([2], to: file, at: 0)
            disk.faults.add(.error, of: [.sync])
            #expect(throws: DiskFailure.error) { try disk.sync(file, andFolder: false) }
            try disk.write([3], to: file, at: 1)
            try disk.sync(file, andFolder: false)
            disk.cutPower()
            let bytes = try #require(disk.content(of: "a"))
            #expect(bytes[1] == 3)
            if bytes[0] == 1 { lost += 1 }
        }
        #expect(lost > 5 && lost < 45)
    }

    @Test("Each fault changes the operation that it is planned for")
    func faults() throws {
        var disk = SimulatedDisk(seed: 1)
        let file = try disk.create("a")
        let zeros = Array(repeating: UInt8(0), count: 4_096)
        disk.faults.add(.full, of: [.write], after: 1)
        try disk.write(zeros, to: file, at: 0)
        #expect(throws: DiskFailure.full) { try disk.write([1], to: file, at: 0) }
        try disk.write([2], to: file, at: 0)
        #expect(disk.content(of: "a")?.first == 2)

        disk.faults.add(.flippedBit, of: [.read])
        let flipped = try disk.read(file, at: 0, count: 4_096)
        let sound = try disk.read(file, at: 0, count: 4_096)
        #expect(zip(flipped, sound).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount } == 1)

        disk.faults.add(.torn, of: [.write])
        let nines = Array(repeating: UInt8(9), count: 4_096)
        #expect(throws: DiskFailure.error) { try disk.write(nines, to: file, at: 0) }
        let count = try #require(disk.content(of: "a")?.firstIndex { $0 != 9 })
        #expect(disk.content(of: "a")?.dropFirst(count).contains(9) == false)

        disk.flipBit(8 * 5 + 3, of: "a")
        let before: UInt8 = count > 5 ? 9 : 0
        #expect(disk.content(of: "a")?[5] == before ^ 8)

        disk.capacity = 4_100
        #expect(throws: DiskFailure.full) { try disk.write(zeros, to: file, at: 4_096) }
        disk.isReadOnly = true
        #expect(throws: DiskFailure.readOnly) { try disk.write([1], to: file, at: 0) }

        disk.faults.add(.powerCut, of: [.sync])
        #expect(throws: DiskFailure.noPower) { try disk.sync(file, andFolder: false) }
        #expect(throws: DiskFailure.noPower) { try disk.read(file, at: 0, count: 1) }
        #expect(!disk.hasPower)
        disk.cutPower()
        #expect(disk.hasPower)
    }

    @Test("Two disks of one seed lose the same data")
    func replays() throws {
        func content(seed: UInt64) throws -> [UInt8]? {
            var disk = SimulatedDisk(seed: seed)
            disk.place([], as: "a")
            let file = try #require(disk.number(of: "a"))
            for number in 0..<40 as Range<UInt8> {
                try disk.write(
                    Array(repeating: number, count: 700), to: file, at: Int(number) * 600)
            }
            disk.cutPower()
            return disk.content(of: "a")
        }
        for seed in 0..<20 as Range<UInt64> {
            #expect(try content(seed: seed) == content(seed: seed))
        }
    }
}

@Suite("SQLite on the simulated disk")
struct SimulatedVFSTests {
    @Test("Two connections share a file and its log, and all commits of a killed one are kept")
    func connections() throws {
        let vfs = SimulatedVFS(seed: 1)
        let place = Database.Location.file("notes", vfs: vfs.name)
        do {
            let database = try Database.open(place, format: .numbers, beside: .readers)
            for number in 0..<500 { try database.run("INSERT INTO number VALUES (\(number))") }
            #expect(database.pagesLogged > 100)
            try Database.checkpoint(of: place)
            try database.run("INSERT INTO number VALUES (500)")
            #expect(try Database.damage(of: place) == nil)
            #expect(vfs.withDisk { $0.fileNames } == ["notes", "notes-wal"])
            vfs.kill()
            #expect(throws: StorageError.self) { try database.run("INSERT INTO number VALUES (0)") }
        }
        let database = try Database.open(place, format: .numbers, beside: .readers)
        #expect(try database.number("SELECT count(*) FROM number") == 501)
    }

    @Test(
        "A commit survives a power cut if it should, and may be lost otherwise",
        arguments: [Database.Durability.powerCut, .crash])
    func durability(durability: Database.Durability) throws {
        var lost = 0
        for seed in 0..<60 as Range<UInt64> {
            let vfs = SimulatedVFS(seed: seed)
            let place = Database.Location.file("notes", vfs: vfs.name)
            var committed = 0
            do {
                let database = try Database.open(
                    place, format: .numbers, surviving: durability, beside: .readers)
                let operations = DiskOperation.changing
                vfs.withDisk { $0.faults.add(.powerCut, of: operations, after: Int(seed) * 3) }
                for number in 0..<90 {
                    try database.run("INSERT INTO number VALUES (\(number))")
                    committed += 1
                    if number % 30 == 29 { try database.checkpoint() }
                }
            } catch {
                // There is no power.
            }
            vfs.cutPower()
            let database = try Database.open(place, format: .numbers, beside: .readers)
            let check = try database.prepare("PRAGMA integrity_check")
            #expect(try check.step() && check.text(in: 0) == "ok", "seed \(seed)")
            let found = try database.number("SELECT count(*) FROM number")
            if durability == .powerCut {
                #expect((committed...committed + 1).contains(found), "seed \(seed)")
            }
            if found < committed { lost += 1 }
        }
        #expect((lost > 0) == (durability == .crash))
    }
}

extension SimulatedVFSTests {
    @Test("A checkpoint that failed is not repeated when the file is closed, so no page is damaged")
    func failedCheckpoint() throws {
        var lost = 0
        for seed in 0..<30 as Range<UInt64> {
            let vfs = SimulatedVFS(seed: seed)
            let place = Database.Location.file("notes", vfs: vfs.name)
            do {
                let database = try Database.open(
                    place, format: .numbers, surviving: .crash, beside: .readers)
                for number in 0..<60 {
                    try database.run("INSERT INTO number VALUES (zeroblob(200) || \(number))")
                }
                vfs.withDisk { $0.faults.add(.error, of: [.sync]) }
                #expect(throws: StorageError.self) { try database.checkpoint() }
            }
            let database = try Database.open(place, format: .numbers, beside: .readers)
            let check = try database.prepare("PRAGMA integrity_check")
            #expect(try check.step() && check.text(in: 0) == "ok", "seed \(seed)")
            if try database.number("SELECT count(*) FROM number") < 60 { lost += 1 }
        }
        // Half of the disks show the pages of the log as they were written.
        #expect(lost > 3)
    }
}

extension Database.Format {
    fileprivate static let numbers = Database.Format(
        applicationID: 1_234, steps: ["CREATE TABLE number (value INTEGER)"])
}
