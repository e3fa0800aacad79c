import Glibc
import SimperiumClock
import SimperiumLoop

/// Measures people with three devices each, who use one of them at a time. A run takes
/// the seconds of `BENCH_SECONDS`, and a third of them at ten times the rate.
func rooms() -> Report {
    var report = Report("Rooms: \(Rooms.clients) clients, \(Rooms.devices) of them in each room")
    let seconds = benchSeconds ?? 12
    do {
        for rate in [350, 3_500] {
            let count = rate * (rate == 350 ? seconds : max(1, seconds / 3))
            try bare(count, rate, &report)
            for keeping in Keeping.allCases { try measure(count, rate, keeping, &report) }
            try measure(count, rate, .disk, isEncrypted: true, &report)
        }
    } catch {
        report.omit("the rest", error)
    }
    return report
}

/// The seconds of each run, if the environment has them.
var benchSeconds: Int? { ThisProcess.environment["BENCH_SECONDS"].flatMap { Int($0) } }

private func bare(_ count: Int, _ rate: Int, _ report: inout Report) throws {
    let server = try ServerProcess(
        .bareRoomServer(devices: Rooms.devices, receivers: Rooms.clients))
    let rooms = Rooms(try SyncCrowd(of: Rooms.clients, at: server.address) { _ in [] })
    let before = server.cpu
    rooms.change(count, perSecond: rate)
    add("\(rate) a second, bare frames", rooms, server.cpu - before, count, &report)
}

private func measure(
    _ count: Int, _ rate: Int, _ keeping: Keeping, isEncrypted: Bool = false,
    _ report: inout Report
) throws {
    let home = try ServerHome(isEncrypted: isEncrypted)
    let syncs = keeping == .disk ? bareSyncs(in: home.path, count: 1_000) : []
    let server = try home.server(keeping)
    let crowd = try SyncCrowd(
        of: Rooms.clients, at: server.address, trusting: home.certificate?.paths.chain
    ) { [.init(bucket: "room\($0 / Rooms.devices)")] }
    let rooms = Rooms(crowd)
    let before = server.cpu
    rooms.change(count, perSecond: rate)
    let sync =
        syncs.isEmpty ? nil : syncs[syncs.count * 99 / 100] / .milliseconds(1)
    let most = rate == 350 ? sync.map { $0 + 1 } ?? (keeping == .memory ? 0.5 : nil) : nil
    add(
        "\(rate) a second, \(keeping.words(isEncrypted: isEncrypted))", rooms,
        server.cpu - before, count, p99: most, reference: sync, &report)
}

private func add(
    _ name: String, _ rooms: Rooms, _ cpu: Int, _ count: Int, p99: Double? = nil,
    reference: Double? = nil, _ report: inout Report
) {
    report.add(name, times: rooms.times, p99: p99, reference: reference)
    report.add("  longest", rooms.times.max() ?? 0, .milliseconds)
    report.add("  CPU of the server for one", Double(cpu) / Double(count) / 1_000, .microseconds)
    report.count("  deliveries that were lost or out of order", rooms.faults, target: 0)
}

/// The clients of all rooms, each with an object of its own that the others of its room receive.
private final class Rooms {
    static let clients = 1_500
    static let devices = 3
    /// The time that changes have to arrive after the last one was sent.
    private static let patience = Duration.seconds(10)

    private let crowd: SyncCrowd
    private var random = SeededRandom(seed: 56)
    /// For each client, when it sent its changes.
    private var sent = [[ContinuousClock.Instant]](repeating: [], count: clients)
    /// For each client and each device of its room, the number of the last change that it received.
    private var received = [[Int]](
        repeating: [Int](repeating: 0, count: devices), count: clients)
    /// The deliveries that are still to come.
    private var missing = 0
    private var disorder = 0
    private var waits: [Duration] = []

    init(_ crowd: SyncCrowd) {
        self.crowd = crowd
        crowd.onMessage = { [unowned self] in receive($1, by: $0) }
    }

    /// The deliveries that did not arrive, or not in order.
    var faults: Int { missing + disorder }

    /// The milliseconds that deliveries took.
    var times: [Double] { waits.map { $0 / .milliseconds(1) } }

    /// Has clients by chance send changes, and waits until all devices have received them.
    func change(_ count: Int, perSecond rate: Int) {
        missing = count * Self.devices
        let start = ContinuousClock.now
        var begun = 0
        var timer: Timer?
        timer = crowd.timer { [unowned self] in
            let passed = start.duration(to: .now)
            let due = min(count, Int(passed / .seconds(1) * Double(rate)))
            while begun < due {
                begun += 1
                send()
            }
            if begun < count { return timer?.arm(after: .milliseconds(1)) ?? () }
            // Rings only if something is lost.
            timer = crowd.timer { [unowned self] in crowd.stop() }
            timer?.arm(after: Self.patience)
        }
        timer?.arm(after: .milliseconds(1))
        crowd.run()
        timer = nil
        waits.sort()
    }

    private func send() {
        let client = random.numberBelow(Self.clients)
        let number = sent[client].count + 1
        let (operation, version) = number == 1 ? ("+", "") : ("r", "\"sv\":\(number - 1),")
        sent[client].append(.now)
        crowd.say(
            """
            0:c:{"id":"d\(client % Self.devices)","o":"M",\(version)"v":{"text":{"o":\
            "\(operation)","v":"a line that someone types, as of \(number)"}},\
            "ccid":"w\(client)-\(number)"}
            """, by: client)
    }

    /// Finds the changes of a message by their ids, as in `"w17-4"`.
    private func receive(_ message: Span<UInt8>, by client: Int) {
        let now = ContinuousClock.now
        var position = 0
        while position + 1 < message.count {
            guard message[position] == UInt8(ascii: "\""),
                message[position + 1] == UInt8(ascii: "w")
            else {
                position += 1
                continue
            }
            position += 2
            let writer = number(in: message, at: &position)
            position += 1
            record(number(in: message, at: &position), of: writer, by: client, at: now)
        }
        if missing == 0 { crowd.stop() }
    }

    private func number(in message: Span<UInt8>, at position: inout Int) -> Int {
        var number = 0
        while position < message.count,
            case UInt8(ascii: "0")...UInt8(ascii: "9") = message[position]
        {
            number = number * 10 + Int(message[position] - UInt8(ascii: "0"))
            position += 1
        }
        return number
    }

    private func record(
        _ number: Int, of writer: Int, by client: Int, at now: ContinuousClock.Instant
    ) {
        let device = writer % Self.devices
        guard writer / Self.devices == client / Self.devices, number <= sent[writer].count,
            number == received[client][device] + 1
        else {
            disorder += 1
            return
        }
        received[client][device] = number
        missing -= 1
        if writer != client { waits.append(sent[writer][number - 1].duration(to: now)) }
    }
}
