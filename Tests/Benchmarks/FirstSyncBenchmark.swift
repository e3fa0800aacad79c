import Glibc
import SimperiumKit
import SimperiumLoop
import SimperiumWire
import TestSupport

private let count = 100_000

/// Measures 100,000 objects of 300 B until a new client has them, and their import.
func firstSync() -> Report {
    var report = Report("First sync of 100,000 objects of 300 B")
    report.addFirstSyncOfCore()
    do {
        for keeping in Keeping.allCases { try measureServer(keeping, &report) }
        try measureServer(.disk, isEncrypted: true, &report)
        try measureImport(&report)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

/// Measures a server and a client, each in its own process. The references send and receive as
/// many bytes in as many frames, and do nothing else.
private func measureServer(
    _ keeping: Keeping, isEncrypted: Bool = false, _ report: inout Report
) throws {
    let home = try ServerHome(isEncrypted: isEncrypted)
    let server = try home.server(keeping)
    let authority = home.certificate?.paths.chain
    let crowd = try home.client(of: server)
    fill(by: crowd)
    var bytes = 0
    crowd.onMessage = { _, message in
        bytes = message.count
        crowd.stop()
    }
    crowd.say("0:i:1:::\(pageLength)", by: 0)
    crowd.run()
    let bare = try bareFrames(of: bytes, count: count / pageLength)
    let files: [(String, String?)] = [("", nil), (", with a file", home.path + "/client.db")]
    for (words, file) in files {
        let before = server.cpu
        let job = ChildJob.firstSync(
            address: "\(server.address)", file: file, authority: authority)
        let client = try job.numbers()
        let place = keeping.words(isEncrypted: isEncrypted) + words
        report.add(
            "from the connection until synced, \(place)", client[0] / 1_000, .milliseconds,
            target: .atMost(2_000))
        report.add(
            "  CPU of the server", Double(server.cpu - before) / 1_000_000, .milliseconds,
            target: .atMost(500), reference: bare.server)
        report.add(
            "  CPU of the client", client[1] / 1_000, .milliseconds, target: .atMost(1_500),
            reference: bare.client)
        report.add("  memory of the client", client[2] / 1e6, .megabytes, target: .atMost(150))
    }
    if !isEncrypted { try measurePages(by: crowd, keeping, &report) }
}

/// The objects in a page that our clients request.
private let pageLength = 500

/// Returns a text of 212 bytes, which differs from object to object.
private func text(_ number: Int) -> String {
    let words = ["bread", "milk", "apples", "tea", "a letter", "the keys", "noon", "friday"]
    let list = (0..<50).map { words[(number >> ($0 % 12) &+ $0 &* number) & 7] }
    return String("note \(number): \(list.joined(separator: " "))".prefix(212))
}

private func fill(by crowd: SyncCrowd) {
    crowd.converse(count, inFlight: 256) { number, _ in
        """
        0:c:{"id":"8a94b5b9-\(number)","o":"M","v":{"content":{"o":"+","v":"\(text(number))"},\
        "tags":{"o":"+","v":["home","list"]},"deleted":{"o":"+","v":false},\
        "modificationDate":{"o":"+","v":17953875\(number % 100).5}},"ccid":"c\(number)"}
        """
    }
}

/// Returns the milliseconds of CPU time to send and to receive frames of this length, each as the
/// answer to a short one.
private func bareFrames(of length: Int, count: Int) throws -> (server: Double, client: Double) {
    let request = 40
    let server = try ServerProcess(
        .bareServer(frameLength: length, receivers: 1, requestLength: request))
    let crowd = try Crowd(of: 1, at: server.address, saying: request)
    try crowd.flood(messages: count / 10, window: 1)
    let (before, own) = (server.cpu, Report.cpu())
    try crowd.flood(messages: count, window: 1)
    return (Double(server.cpu - before) / 1e6, Double(Report.cpu() - own) / 1e6)
}

/// Has a new client read a whole bucket, with its data in a file if there is one. Prints its
/// microseconds, those of its CPU, and the bytes of its memory.
func syncFirst(at place: String, file: String?, authority: String?) -> Never {
    Task.detached {
        var configuration = SimperiumClient.Configuration(server: place, app: SyncCrowd.app.text)
        if let file { configuration.storage = .file(file) }
        if let authority { configuration.trust = .certificates(file: authority) }
        let client = try SimperiumClient(configuration)
        let bucket = try await client.bucket(named: "note")
        await client.signIn(token: .trappingIfInvalid(SyncCrowd.token))
        let (start, cpu, memory) = (ContinuousClock.now, Report.cpu(), residentBytes())
        await client.connect()
        try await client.waitUntilSynced(within: .seconds(60))
        if file != nil { try await client.waitUntilStored() }
        let time = start.duration(to: .now) / .microseconds(1)
        let used = Double(Report.cpu() - cpu) / 1_000
        guard await bucket.keys.count == count else { exit(1) }
        print(Int(time), Int(used), residentBytes() - memory)
        exit(0)
    }
    while true { pause() }
}

/// Measures pages of a hundred objects, each requested when the one before has come.
private func measurePages(
    by crowd: SyncCrowd, _ keeping: Keeping, _ report: inout Report
) throws {
    let start = ContinuousClock.now
    crowd.converse(5_000) { _, _ in "0:i:1:::100" }
    let seconds = start.duration(to: .now) / .seconds(1)
    report.add("pages of 100 objects, \(keeping.words)", 5_000 / seconds, .perSecond)
}

/// Measures `tictactoe accounts import`, with a server that stores the notes in a file.
private func measureImport(_ report: inout Report) throws {
    let server = GameServer()
    let file = server.folder.path("notes.json")
    let date = "2026-01-01T00:00:00.000Z"
    let notes = (0..<count).map {
        #"{"id":"8a94b5b9-\#($0)","content":"\#(text($0))","tags":["home","list"],"#
            + #""creationDate":"\#(date)","lastModified":"\#(date)"}"#
    }
    let export = #"{"activeNotes":[\#(notes.joined(separator: ","))],"trashedNotes":[]}"#
    try WholeFile.replace(file, with: Array(export.utf8))
    func run(_ words: [String]) throws -> Double {
        var (status, usage) = (CInt(0), rusage())
        let process = startProgram(
            [builtProgram("tictactoe"), "accounts"] + words + [
                "--app", "demo", "--listen", "127.0.0.1:\(server.port)", "--store", server.store,
            ])
        _ = unsafe wait4(process, &status, 0, &usage)
        guard status == 0 else { throw ImportFault(words: words) }
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
    }
    _ = try run(["add", "ada@example.org"])
    let (cpu, start) = (server.cpu, ContinuousClock.now)
    let used = try run(["import", "ada@example.org", file])
    let seconds = start.duration(to: .now) / .seconds(1)
    report.add("import of 100,000 notes", seconds, .seconds, target: .atMost(10))
    report.add(
        "  CPU of the server", Double(server.cpu - cpu) / 1e9, .seconds, target: .atMost(5))
    report.add("  CPU of the program", used, .seconds)
}

private struct ImportFault: Error {
    let words: [String]
}
