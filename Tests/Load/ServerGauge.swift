import Glibc
import SimperiumClock
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire

/// The time and memory that the kernel counts for a server on this machine.
struct ServerGauge {
    private let process: Int32
    private let before: Duration

    /// Nil unless the server runs on this machine and reports its process.
    init?(_ server: WebSocketAddress) {
        guard let process = Self.process(of: server),
            let before = Self.processorTime(of: process)
        else { return nil }
        self.process = process
        self.before = before
    }

    private static func process(of server: WebSocketAddress) -> Int32? {
        guard ["127.0.0.1", "localhost"].contains(server.host), !server.isEncrypted,
            let loop = try? Loop()
        else { return nil }
        let connectionSet = ConnectionSet(on: loop)
        var body: [UInt8] = []
        let call = HTTPClientCall(
            HTTPRequest(.get, RequestTarget(["healthz"])), to: server, on: connectionSet
        ) { answer in
            if case .success(let response) = answer { body = response.body }
            loop.stop()
        }
        loop.run()
        _ = consume call
        connectionSet.dropAll()
        return (try? JSON(parsing: body))?["pid"]?.int.flatMap { Int32(exactly: $0) }
    }

    /// The use since the gauge was made.
    var use: LoadSummary.ServerUse? {
        guard let after = Self.processorTime(of: process), let memory else { return nil }
        return LoadSummary.ServerUse(processor: after - before, memory: memory)
    }

    /// The time spent in the program and in the kernel for it: fields 14 and 15 of `stat`, where
    /// the second, the program's name in brackets, may contain anything.
    private static func processorTime(of process: Int32) -> Duration? {
        guard let text = text(of: "stat", process), let end = text.lastIndex(of: ")") else {
            return nil
        }
        let fields = text[end...].split(separator: " ").dropFirst()
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Int64($0) }
        guard ticks.count == 2 else { return nil }
        let second = Int64(sysconf(Int32(_SC_CLK_TCK)))
        return .nanoseconds((ticks[0] + ticks[1]) * (1_000_000_000 / max(second, 1)))
    }

    private var memory: Int? {
        let lines = Self.text(of: "status", process)?.split(separator: "\n") ?? []
        let line = lines.first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            .map { $0 * 1_024 }
    }

    private static func text(of file: String, _ process: Int32) -> String? {
        let bytes = try? WholeFile.read("/proc/\(process)/\(file)", limit: 16_384)
        return bytes.flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
    }
}
