import Glibc
import SimperiumJSON
import SimperiumLoop
import SimperiumStore
import SimperiumWire

func storage() -> Report {
    var report = Report("Storage")
    let folder = Folder()
    report.inserts(in: folder)
    for size in [1, 16, 256] {
        report.appends(of: 16, toOneBucket: true, perCommit: size, in: folder)
        report.appends(of: 16, toOneBucket: false, perCommit: size, in: folder)
    }
    report.appends(of: 160, toOneBucket: true, perCommit: 256, in: folder)
    report.restart(objects: 100_000, in: folder)
    report.restart(objects: 1_000_000, target: 3_000, in: folder)
    report.load(objects: 10_000, in: folder)
    report.load(objects: 100_000, target: 2_000, in: folder)
    return report
}

extension Report {
    /// Measures the reference: as many bytes as an append stores, in one row each, and nothing
    /// else.
    fileprivate mutating func inserts(in folder: Folder) {
        let format = Database.Format(
            applicationID: 1, steps: ["CREATE TABLE row (number INTEGER PRIMARY KEY, bytes BLOB)"])
        let bytes = [UInt8](repeating: 7, count: Moves.object(0).count * 2 + Moves.entryLength)
        for size in [1, 16, 256] {
            let count = Self.rounds(of: size)
            let database = must {
                try Database.open(.file(folder.fresh()), format: format, surviving: .crash)
            }
            let insert = must { try database.prepare("INSERT INTO row (bytes) VALUES (?)") }
            timeBoth("bare SQLite: a row, \(size) to a commit", count: count) {
                for _ in stride(from: 0, to: count, by: size) {
                    must { try database.run("BEGIN IMMEDIATE") }
                    for _ in 0..<size {
                        must {
                            try insert.bind(bytes, at: 1)
                            try insert.run()
                        }
                    }
                    must { try database.run("COMMIT") }
                }
            }
        }
    }

    fileprivate mutating func appends(
        of writers: Int, toOneBucket isShared: Bool, perCommit size: Int, in folder: Folder
    ) {
        let count = Self.rounds(of: size)
        var store = must { try HubStore(.file(folder.fresh())) }
        var moves = Moves(writers: writers, isShared: isShared)
        timeBoth(
            "a move, \(size) to a commit, \(isShared ? "one bucket" : "\(writers) buckets")",
            target: size > 1 ? 20 : nil, count: count
        ) {
            for number in 1...count {
                must { try store.write(moves.next()) }
                if number % size == 0 { must { try store.commitAndMoveRecent() } }
            }
        }
    }

    /// Measures the time from an open file to the first page of an index.
    fileprivate mutating func restart(objects: Int, target: Double? = nil, in folder: Folder) {
        let path = folder.fresh()
        let bucket = Moves.bucket(of: 0)
        do {
            var store = must { try HubStore(.file(path)) }
            for number in 1...objects {
                must { try store.write(Moves.creation(number, in: bucket)) }
                if number % 1_000 == 0 { must { try store.commitAndMoveRecent() } }
            }
        }
        let slice = IndexSliceQuery(
            .newestFirst, hasObjects: true, atMost: StoreAnswerLimit(entries: 100))
        let start = Self.clock()
        var store = must { try HubStore(.file(path)) }
        keep(must { try store.beginEpoch() })
        keep(
            must { try store.answer(.presence(after: nil, atMost: StoreAnswerLimit(entries: 100))) }
        )
        keep(must { try store.answer(.bucket(bucket)) })
        keep(must { try store.answer(.index(slice, of: bucket)) })
        addTime("from start to the first page, \(objects) objects", start, target)
    }

    fileprivate mutating func load(objects: Int, target: Double? = nil, in folder: Folder) {
        let path = folder.fresh()
        let id = ReplicaBucketID(account: "kim", bucket: Moves.bucket(of: 0).name)
        do {
            var store = must { try ClientStore(.file(path)) }
            guard let object = must({ try JSON(parsing: Moves.object(1)) }).object else { return }
            let stored = StoredReplicaObject(ghost: Ghost(version: .first, object: object))
            for number in 0..<objects {
                let key = ObjectKey.trappingIfInvalid("key-\(number)")
                must { try store.write([.put(key, stored)], to: id) }
            }
            must { try store.commit() }
        }
        let start = Self.clock()
        var store = must { try ClientStore(.file(path)) }
        keep(must { try store.load(id) }.objects.count)
        addTime("a program's store opened and loaded, \(objects) objects", start, target)
    }

    private static func rounds(of size: Int) -> Int { size == 1 ? 5000 : size * 400 }

    /// Measures the elapsed time, too, because a commit waits for the disk.
    private mutating func timeBoth(
        _ name: String, target: Double? = nil, count: Int, _ operations: () -> Void
    ) {
        time(name, target: target, count: count, operations)
        let start = Self.clock()
        operations()
        let passed = Double(Self.clock() - start) / 1_000 / Double(count)
        add("  with the disk", passed, .microseconds)
    }

    private mutating func addTime(_ name: String, _ start: Int64, _ target: Double?) {
        let passed = Double(Self.clock() - start) / 1_000_000
        add(
            name, passed, .milliseconds, target: target.map { .atMost($0) })
    }

    private static func clock() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The moves of games, each by its own user, in turns.
private struct Moves {
    static let entryLength = entry(1).count

    private static let movesOfMatch = 9

    private let isShared: Bool
    private var last = 0
    private var heads: [SequenceNumber]
    private var matches: [(number: Int, version: EntityVersion?, last: SequenceNumber)]

    /// In a shared bucket each match is a new object; otherwise each writer has one object
    /// throughout.
    init(writers: Int, isShared: Bool) {
        self.isShared = isShared
        heads = Array(repeating: .zero, count: isShared ? 1 : writers)
        matches = (0..<writers).map { ($0, nil, .zero) }
    }

    mutating func next() -> StoreWrite {
        last += 1
        let (writer, bucket) = (last % matches.count, last % heads.count)
        let ordinal = SequenceNumber(epoch: 1, count: UInt64(last))
        var match = matches[writer]
        if isShared, match.version?.number == Self.movesOfMatch { match = (last, nil, .zero) }
        let version = match.version?.next ?? .first
        defer {
            heads[bucket] = ordinal
            matches[writer] = (match.number, version, ordinal)
        }
        return Self.write(
            ordinal, .trappingIfInvalid("match-\(match.number)"), version,
            previous: match.version == nil ? nil : match.last, in: Self.bucket(of: bucket),
            expected: heads[bucket])
    }

    static func creation(_ number: Int, in bucket: BucketID) -> StoreWrite {
        let ordinal = SequenceNumber(epoch: 1, count: UInt64(number))
        let before = SequenceNumber(epoch: number == 1 ? 0 : 1, count: UInt64(number - 1))
        return write(
            ordinal, .trappingIfInvalid("key-\(number)"), .first, previous: nil, in: bucket,
            expected: before)
    }

    private static func write(
        _ ordinal: SequenceNumber, _ key: ObjectKey, _ version: EntityVersion,
        previous: SequenceNumber?,
        in bucket: BucketID, expected: SequenceNumber
    ) -> StoreWrite {
        let change = StoredChange(
            ordinal: ordinal, key: key, version: version, previous: previous,
            changeID: .trappingIfInvalid("0123456789abcdef\(ordinal.count)"),
            entry: entry(Int(ordinal.count)))
        let entity = StoredEntity(
            key: key, version: version, isRemoved: false, object: object(Int(ordinal.count)),
            changed: ordinal)
        return .append(
            change, entity: entity, outdated: VersionRetention.standard.newlyOutdated(by: version),
            to: bucket, expected: expected)
    }

    static func bucket(of writer: Int) -> BucketID {
        BucketID(
            app: .trappingIfInvalid("tictactoe"), user: .trappingIfInvalid("user\(writer)"),
            name: .trappingIfInvalid("Match"))
    }

    static func object(_ number: Int) -> [UInt8] {
        Array(
            """
            {"circlePlayerID":"0123456789abcdef","crossPlayerID":"fedcba9876543210",\
            "matrix":[0,1,2,0,1,2,0,1,2],"nextPieceKind":2,"round":\(number),"circleWins":0,\
            "crossWins":0,"draws":0}
            """.utf8)
    }

    private static func entry(_ number: Int) -> [UInt8] {
        Array(
            """
            {"clientid":"0123456789abcdef","id":"match","o":"M","v":{"matrix":{"o":"r",\
            "v":[0,1,2,0,1,2,0,1,2]},"nextPieceKind":{"o":"r","v":2}},"sv":1,"ev":2,\
            "cv":"000000010000000000000001","ccids":["0123456789abcdef\(number)"]}
            """.utf8)
    }
}

/// A folder for the files of one run, removed with this value.
private final class Folder {
    private let path: String
    private var count = 0

    init() {
        // A folder on a real disk, because `/tmp` may be in memory.
        let folder = ThisProcess.environment["TMPDIR"] ?? "/var/tmp"
        path = "\(folder)/tictactoe-\(getpid())"
        _ = unsafe mkdir(path, 0o700)
    }

    deinit {
        for number in 1...max(count, 1) {
            for end in ["", "-wal"] { _ = unsafe unlink("\(path)/\(number)\(end)") }
        }
        _ = unsafe rmdir(path)
    }

    func fresh() -> String {
        count += 1
        return "\(path)/\(count)"
    }
}
