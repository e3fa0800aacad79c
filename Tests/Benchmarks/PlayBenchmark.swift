import Drawing
import Glibc
import TestSupport
import _StringProcessing

/// Measures the program on terminals of 24 by 80: its output and response times.
func play() -> Report {
    var report = Report("play: bytes to a terminal of 80x24, and the time until they come")
    do {
        try measureStart(&report)
        let folder = try TemporaryFolder()
        try makeLargeAccount(in: folder.place, at: "ws://127.0.0.1:9")
        try measureStart(
            &report, "exec → first paint, 10,000 results, 1,000 games, p50", home: folder.place)
        try measureMatch(&report)
        try measureSlowReader(&report)
    } catch {
        report.omit("the rest", error)
    }
    return report
}

private let starts = 21
private let keys = 400

/// Measures the time from `exec` to the complete first picture, without a server.
private func measureStart(
    _ report: inout Report, _ name: String = "exec → first paint, p50",
    home: String = "/nonexistent"
) throws {
    var spans: [Double] = []
    var bytes = 0
    for _ in 0..<starts {
        let start = ContinuousClock.now
        let terminal = try launch(
            ["--server", "127.0.0.1:9", "--name", "lin"], home: home)
        bytes = terminal.bytes(until: "actions")
        spans.append(milliseconds(since: start))
    }
    report.add(
        name, spans.sorted()[starts / 2], .milliseconds, target: .atMost(50))
    report.count("first paint", bytes, .bytes, target: 4_096)
}

/// Two players in a match at their own server, and the arguments for others to join that server.
private struct Party {
    let server: PseudoTerminal
    let okafor: PseudoTerminal
    let lin: PseudoTerminal
    let words: [String]

    /// It is okafor's turn.
    init() throws {
        server = try launch([
            "serve", "--listen", "127.0.0.1:0", "--no-door", "--store", "memory",
        ])
        guard let address = server.address else { throw PlayFault.noServer }
        words = ["--server", address, "--name"]
        okafor = try launch(words + ["okafor"])
        okafor.skip(to: "Looking")
        lin = try launch(words + ["lin"])
        lin.skip(to: "lin (X)")
        okafor.rest()
        lin.rest()
    }
}

private func measureMatch(_ report: inout Report) throws {
    let party = try Party()
    let (okafor, lin) = (party.okafor, party.lin)
    let steps = steps(of: okafor)
    report.count("cursor step", steps.bytes, .bytes, target: 80)
    report.add("key → changed cell", times: steps.spans, p99: 16)
    report.count("nothing but a clock, in one second", lin.rest(1_050), .bytes, target: 24)
    okafor.write(Array("9\r".utf8))
    report.count("a move, where it was made", okafor.rest(), .bytes, target: 400)
    report.count("a move, where it arrives", lin.rest(), .bytes, target: 400)
    let watcher = try launch(["watch", "lin"] + party.words + ["tomas"])
    watcher.skip(to: "X TO MOVE")
    okafor.rest()
    let second = try launch(["watch", "lin"] + party.words + ["noor"])
    second.skip(to: "X TO MOVE")
    report.count("one more who watches", okafor.rest(), .bytes, target: 64)
    report.count("nothing changed, in one second", try idle(), .bytes, target: 0)
}

/// Measures a player whose terminal accepts no output for five seconds, while each key needs a
/// whole picture.
private func measureSlowReader(_ report: inout Report) throws {
    let party = try Party()
    let (okafor, lin) = (party.okafor, party.lin)
    okafor.write(Array("5\r".utf8))
    lin.skip(to: "YOUR MOVE")
    okafor.rest()
    let (start, before) = (ContinuousClock.now, residentBytes(of: lin.process))
    while milliseconds(since: start) < 5_000 {
        lin.write([0x0C])
        okafor.rest(1_000 / 15)
    }
    let moved = ContinuousClock.now
    lin.write(Array("1\r".utf8))
    _ = okafor.bytes(until: "YOUR MOVE")
    report.add(
        "nothing read for 5 s: a move until it arrives",
        milliseconds(since: moved), .milliseconds)
    let growth = residentBytes(of: lin.process) - before
    report.count("  memory that it costs the program", growth / 1_024, .kilobytes, target: 256)
    // The kernel alone buffers 19,168 bytes for a reader.
    report.count("  what there is to read then", lin.rest(), .bytes, target: 32_768)
}

private enum PlayFault: Error {
    case noServer
}

/// Returns the bytes in a second of a screen without any events.
private func idle() throws -> Int {
    let alone = try launch(["bot"])
    alone.skip(to: "help")
    alone.rest()
    return alone.rest(1_050)
}

private func steps(of person: PseudoTerminal) -> (bytes: Int, spans: [Double]) {
    person.write(Array("5".utf8))
    person.rest()
    var spans: [Double] = []
    var bytes = 0
    for index in 0..<keys {
        let start = ContinuousClock.now
        person.write(Array((index.isMultiple(of: 2) ? "\u{1B}[C" : "\u{1B}[D").utf8))
        let before = person.bytesShown
        while person.bytesShown == before { _ = person.read(within: 100) }
        spans.append(milliseconds(since: start))
        while let more = person.read(within: 1), !more.isEmpty {}
        bytes = max(bytes, person.bytesShown - before)
    }
    return (bytes, spans)
}

private func milliseconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) * 1_000 + Double(attoseconds) / 1e15
}

private func launch(
    _ words: [String], home: String = "/nonexistent"
) throws -> PseudoTerminal {
    var path = [CChar](repeating: 0, count: 4_096)
    let length = unsafe readlink("/proc/self/exe", &path, path.count)
    let own = String(
        decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = own.split(separator: "/").dropLast().joined(separator: "/")
    return try PseudoTerminal(
        "/\(folder)/tictactoe", words, size: Size(rows: 24, columns: 80),
        environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": home])
}

extension PseudoTerminal {
    private static let patience = 100

    /// Reads until `word` appears, and returns the number of bytes until then.
    fileprivate func bytes(until word: String) -> Int {
        var seen: [UInt8] = []
        let before = bytesShown
        for _ in 0..<Self.patience {
            seen += read(within: 100) ?? []
            if String(decoding: seen, as: UTF8.self).contains(word) { break }
        }
        return bytesShown - before
    }

    fileprivate func skip(to word: String) {
        _ = bytes(until: word)
        rest()
    }

    /// Reads for this many milliseconds, and returns the number of bytes.
    @discardableResult
    fileprivate func rest(_ span: Double = 200) -> Int {
        let (start, before) = (ContinuousClock.now, bytesShown)
        while milliseconds(since: start) < span { _ = read(within: 10) }
        return bytesShown - before
    }

    /// The address that the server prints; nil if it prints none.
    fileprivate var address: String? {
        var said = ""
        for _ in 0..<Self.patience {
            said += String(decoding: read(within: 100) ?? [], as: UTF8.self)
            guard said.contains(where: \.isNewline) else { continue }
            let word = said.split(whereSeparator: \.isWhitespace).first {
                $0.contains("127.0.0.1:")
            }
            return word.map { String($0.drop { !$0.isNumber }) }
        }
        return nil
    }
}
