import Glibc
import SimperiumWire

/// Measures edits of one character in objects of different lengths, on a real server.
func longObjects() -> Report {
    var report = Report("Long objects")
    do {
        for keeping in Keeping.allCases { try edits(keeping, &report) }
        try edits(.disk, isEncrypted: true, &report)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

private func edits(
    _ keeping: Keeping, isEncrypted: Bool = false, _ report: inout Report
) throws {
    let place = keeping.words(isEncrypted: isEncrypted)
    var costs: [Int: Double] = [:]
    for length in [100, 1_000, 10_000, 100_000, 400_000] {
        let cost = try measureEdits(of: length, keeping, isEncrypted: isEncrypted)
        report.add(cost, of: length, place, reference: costs[1_000])
        costs[length] = cost.microseconds
    }
    guard keeping != .memory, !isEncrypted else { return }
    // A commit writes whole pages, and edits that come while it is synced share the next one.
    let shared = try measureEdits(of: 100_000, keeping, inFlight: 16)
    report.add(
        "written for an edit in 100000 B, 16 in flight, \(keeping.words)", shared.written / 1_000,
        .kilobytes, target: .atMost(8))
}

private struct EditCost {
    /// The server's CPU time.
    let microseconds: Double
    /// Bytes that the server has written to its file and to the write-ahead log.
    let written: Double
    /// The median time until an old version is there, on a server that has just started; nil for
    /// one without a file.
    let reading: Double?
}

extension Report {
    /// The reference is an edit in 1,000 B.
    fileprivate mutating func add(
        _ cost: EditCost, of length: Int, _ place: String, reference: Double?
    ) {
        add(
            "CPU of an edit in \(length) B, \(place)", cost.microseconds, .microseconds,
            target: length == 100_000 ? .atMostReferences(2) : nil, reference: reference)
        guard let reading = cost.reading else { return }
        add("  written for it", cost.written / 1_000, .kilobytes)
        add(
            "  an old version, until a client has it, p50", reading, .milliseconds,
            target: .atMost(5))
    }
}

/// Has a client edit a text of this length, with a number of edits in flight.
private func measureEdits(
    of length: Int, _ keeping: Keeping, isEncrypted: Bool = false, inFlight window: Int = 1
) throws -> EditCost {
    let home = try ServerHome(isEncrypted: isEncrypted)
    let (count, warmUp) = (1_000, 200)
    var cost = (cpu: 0, written: 0)
    do {
        let server = try home.server(keeping)
        let crowd = try home.client(of: server)
        var (version, sent, before) = (0, 0, (cpu: 0, written: 0))
        crowd.onMessage = { _, _ in
            version += 1
            if version == warmUp { before = (server.cpu, server.bytesWritten) }
            if version == warmUp + count {
                cost = (server.cpu - before.cpu, server.bytesWritten - before.written)
                return crowd.stop()
            }
            while sent < version - 1 + window {
                sent += 1
                crowd.say(edit(sent, length), by: 0)
            }
        }
        crowd.say(creation(length), by: 0)
        crowd.run()
        // Otherwise it keeps the server.
        crowd.onMessage = { _, _ in }
    }
    let reading =
        keeping == .memory ? nil : try measureReading(warmUp + count, in: home, keeping)
    return EditCost(
        microseconds: Double(cost.cpu) / Double(count) / 1_000,
        written: Double(cost.written) / Double(count), reading: reading)
}

/// Returns the median of the milliseconds until a client has one of the last fifty versions up to
/// this one.
private func measureReading(
    _ last: Int, in home: ServerHome, _ keeping: Keeping
) throws -> Double {
    let server = try home.server(keeping)
    let crowd = try home.client(of: server)
    var (start, times) = (ContinuousClock.now, [Duration]())
    func ask() {
        start = .now
        crowd.say("0:e:text.\(last - times.count)", by: 0)
    }
    crowd.onMessage = { _, message in
        guard message.count > 3, message[2] == UInt8(ascii: "e") else { return }
        times.append(start.duration(to: .now))
        if times.count == 50 { crowd.stop() } else { ask() }
    }
    ask()
    crowd.run()
    return times.sorted()[times.count / 2] / .milliseconds(1)
}

/// Lines of text, as a person writes them.
private func creation(_ length: Int) -> String {
    let line = "The quick brown fox jumps over the lazy dog, and nothing else happens here.\\n"
    let text = String(repeating: line, count: length / 76 + 1)
        .prefix(length / 76 * 77 + length % 76)
    return #"0:c:{"id":"text","o":"M","v":{"content":{"o":"+","v":"\#(text)"}},"ccid":"e0"}"#
}

/// The edit that makes the version after this one: a person types in the middle.
private func edit(_ version: Int, _ length: Int) -> String {
    let (before, after) = (length / 2 + version - 1, length - length / 2)
    return """
        0:c:{"id":"text","o":"M","sv":\(version),"v":{"content":{"o":"d",\
        "v":"=\(before)\\t+x\\t=\(after)"}},"ccid":"e\(version)"}
        """
}

extension ServerProcess {
    /// The bytes that the process has written to files. Those to sockets are sent, and not counted.
    fileprivate var bytesWritten: Int {
        guard let file = unsafe fopen("/proc/\(process)/io", "r") else { return 0 }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        while unsafe fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("wchar:") else { continue }
            return Int(text.filter(\.isNumber)) ?? 0
        }
        return 0
    }
}
