import Glibc
import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire

/// Measures a client's edits, and changes by another client.
func syncClient() -> Report {
    var report = Report("SyncClient")
    var small = Client(objects: 100)
    var large = Client(objects: 100_000)
    let count = 100
    let edit = large.costOfEdits(count)
    let change = large.costOfChanges(count)
    for (name, cost, limit, few) in [
        ("local edit to frame", edit, 20.0, small.costOfEdits(count)),
        ("remote change to event", change, 10, small.costOfChanges(count)),
    ] {
        report.add(
            "\(name), of 100,000 objects", cost, .microseconds, target: .atMost(limit))
        report.add("\(name), to that of 100", cost / few, .times, target: .atMost(3))
    }
    return report
}

/// Returns the microseconds for an edit, and for another client's change, in a bucket of this size.
func costsOfCore(objects: Int) -> (edit: Double, change: Double) {
    var client = Client(objects: objects)
    return (client.costOfEdits(100), client.costOfChanges(100))
}

extension Report {
    /// Measures the first sync without a server and sockets.
    mutating func addFirstSyncOfCore() {
        let pages = Client.pages(of: 100_000)
        let few = Client.pages(of: 10_000)
        time("the core of the client alone", target: 500, unit: .milliseconds, count: 1) {
            keep(Client(pages: pages))
        }
        growth("the core with ten times the objects", target: 12) {
            keep(Client(pages: few))
        } large: {
            keep(Client(pages: pages))
        }
    }
}

/// A replica that is online with one bucket of matches, all at the same version.
private struct Client {
    private static let bucket: BucketName = .trappingIfInvalid("match")
    private static let line = LinkID(rawValue: 1)

    private let keys: [ObjectKey]
    private var replica: Replica
    private var version = 1
    private var changes = 0
    private var sent = 0

    init(objects: Int) {
        self.init(pages: Self.pages(of: objects))
    }

    init(pages: [[UInt8]]) {
        let settings = ReplicaSettings(
            app: .trappingIfInvalid("tictactoe"), clientID: .trappingIfInvalid("benchmark"),
            run: RunID(rawValue: 1), seed: 1)
        replica = Replica(settings)
        keys = (0..<100).map { ObjectKey.trappingIfInvalid(Self.key($0)) }
        handle(.open(Self.bucket, .durable, StoredReplicaBucket()))
        handle(.signIn(.trappingIfInvalid("0123456789abcdef0123456789abcdef")))
        handle(.goOnline)
        handle(.link(.opened(Self.line)))
        receive(Array("0:auth:kim@example.org".utf8))
        for page in pages { receive(page) }
    }

    private mutating func handle(_ event: Replica.Event) {
        keep(replica.handle(event, at: .start))
    }

    private mutating func receive(_ frame: [UInt8]) {
        handle(.link(.received(frame, on: Self.line)))
    }

    /// Returns the microseconds for each of `count` moves. They are acknowledged afterwards.
    mutating func costOfEdits(_ count: Int) -> Double {
        cost(of: count) { client in
            for key in client.keys.prefix(count) {
                client.handle(
                    .edit(.update(key, setting: client.move), in: Self.bucket))
            }
        } afterwards: { client in
            for number in 0..<count {
                client.sent += 1
                client.receive(client.change(of: number, by: client.sent))
            }
            client.version += 1
        }
    }

    /// Returns the microseconds for each of `count` changes by another client.
    mutating func costOfChanges(_ count: Int) -> Double {
        var frames: [[UInt8]] = []
        return cost(of: count) { client in
            for frame in frames { client.receive(frame) }
        } afterwards: { client in
            if !frames.isEmpty { client.version += 1 }
            frames = (0..<count).map { client.change(of: $0, by: nil) }
        }
    }

    /// Returns the median of many rounds without the first one, which only prepares.
    private mutating func cost(
        of count: Int, _ operations: (inout Client) -> Void, afterwards: (inout Client) -> Void
    ) -> Double {
        let rounds = (0..<41).map { _ in
            let before = Report.cpu()
            operations(&self)
            let nanoseconds = Double(Report.cpu() - before)
            afterwards(&self)
            return nanoseconds / Double(count) / 1_000
        }
        return rounds.dropFirst().sorted()[20]
    }

    private var move: JSONObject {
        [
            "matrix": [0, 1, 2, 0, 0, 1, 2, 0, JSON(version)],
            "nextPieceKind": JSON(version % 2 + 1),
        ]
    }

    /// The hub's entry for a move. `number` is that of the client's own change; nil for another
    /// client's.
    private mutating func change(of place: Int, by number: Int?) -> [UInt8] {
        changes += 1
        let digits = String(number ?? 0, radix: 16)
        let own =
            "0000000000000001" + "0000" + String(repeating: "0", count: 12 - digits.count) + digits
        let id = number == nil ? "51ab0c44e8b0" : own
        let matrix = "[0,1,2,0,0,1,2,0,\(version)]"
        let diff =
            #"{"matrix":{"o":"r","v":\#(matrix)},"#
            + #""nextPieceKind":{"o":"r","v":\#(version % 2 + 1)}}"#
        let frame =
            #"0:c:[{"clientid":"somebody","id":"\#(Self.key(place))","o":"M","v":\#(diff),"#
            + #""sv":\#(version),"ev":\#(version + 1),"cv":"c\#(changes)","ccids":["\#(id)"]}]"#
        return Array(frame.utf8)
    }

    private static func key(_ number: Int) -> String { "8a94b5b9\(number)" }

    static func pages(of count: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: 500).map { start in
            let end = min(start + 500, count)
            let entries = (start..<end).map { number in
                #"{"id":"\#(key(number))","v":1,"d":{"circlePlayerID":"p\#(number)","#
                    + #""crossPlayerID":"q\#(number)","matrix":[0,0,0,0,0,0,0,0,0],"#
                    + #""nextPieceKind":2}}"#
            }
            let mark = end < count ? #","mark":"m\#(end)""# : ""
            return Array(
                #"0:i:{"current":"c0","index":[\#(entries.joined(separator: ","))]\#(mark)}"#.utf8)
        }
    }
}

/// The resident memory of a process in bytes, by default of this one.
func residentBytes(of process: pid_t = getpid()) -> Int {
    guard let file = unsafe fopen("/proc/\(process)/statm", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard unsafe fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4_096
}

/// The nanoseconds of CPU time of all threads of a process.
func cpuNanoseconds(of process: pid_t) -> Int {
    var (clock, time) = (clockid_t(), timespec())
    unsafe clock_getcpuclockid(process, &clock)
    unsafe clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
