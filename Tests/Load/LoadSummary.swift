internal import Lobby
internal import SimperiumClock
package import SimperiumJSON

/// The bytes on the guests' connections.
package struct LoadTraffic: Hashable, Sendable {
    package var sent = 0
    package var received = 0

    package init() {}

    package static func += (left: inout LoadTraffic, right: LoadTraffic) {
        left.sent += right.sent
        left.received += right.received
    }
}

/// The result of a load, for people and programs.
package struct LoadSummary: Sendable {
    /// The use of the server's machine.
    package struct ServerUse: Hashable, Sendable {
        /// Time of one core.
        package let processor: Duration
        package let memory: Int

        package init(processor: Duration, memory: Int) {
            self.processor = processor
            self.memory = memory
        }
    }

    private let plan: LoadPlan
    private let tally: LoadTally
    private let elapsed: Duration
    private let traffic: LoadTraffic
    /// Nil if the server is elsewhere.
    private let server: ServerUse?

    package init(
        of course: LoadCourse, elapsed: Duration, traffic: LoadTraffic, server: ServerUse?
    ) {
        plan = course.plan
        tally = course.tally
        self.elapsed = elapsed
        self.traffic = traffic
        self.server = server
    }

    private var times: [(name: String, label: String, times: Latencies)] {
        var times = [
            ("time_to_match", LoadWords.timeToMatch, tally.timeToMatch),
            ("move_to_opponent", LoadWords.timeToOpponent, tally.timeToOpponent),
            ("move_to_watcher", LoadWords.timeToWatcher, tally.timeToWatcher),
        ]
        let back = tally.timeToBeBack
        if plan.breaksPerMinute > 0 {
            times.append(("time_to_recover", LoadWords.timeToRecover, back.afterBreak))
        }
        if back.afterLoss.count > 0 {
            times.append(("time_to_return", LoadWords.timeToReturn, back.afterLoss))
        }
        return times
    }

    /// For people.
    package var text: String {
        let begun = LoadWords.begun(
            players: plan.players, watchers: plan.watchers, time: "\(elapsed.wholeSeconds) s")
        let done = LoadWords.done(
            matches: tally.seats / 2, rounds: tally.rounds / 2, moves: tally.moves)
        let bytes = LoadWords.bytes(
            sent: traffic.sent.inBytes, received: traffic.received.inBytes)
        return
            ([begun, done] + hallLines + breakLines + times.map { "\($0.label): \($0.times.text)" }
            + [bytes]
            + serverLines + errorLines).joined(separator: "\n")
    }

    /// Empty for a single hall.
    private var hallLines: [String] {
        guard tally.halls.count > 1, let least = tally.halls.values.min(),
            let most = tally.halls.values.max()
        else { return [] }
        return [LoadWords.halls(tally.halls.count, people: least...most, moved: tally.moved)]
    }

    private var breakLines: [String] {
        plan.breaksPerMinute > 0 ? [LoadWords.broken(tally.breaks)] : []
    }

    private var serverLines: [String] {
        guard let server else { return [] }
        let share = server.processor.nanoseconds * 100 / max(elapsed.nanoseconds, 1)
        return [LoadWords.server(share: Int(share), memory: server.memory.inBytes)]
    }

    private var errorLines: [String] {
        guard tally.errors > 0 else { return [LoadWords.noErrors] }
        let wrong = tally.wrongBoards > 0 ? [LoadWords.wrongBoards(tally.wrongBoards)] : []
        let others = tally.troubles.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let unconnected =
            tally.unconnected > 0 ? [LoadWords.unconnected(tally.unconnected)] : []
        return wrong + unconnected + others.map { "\($0.key): \($0.value)" }
    }

    /// For programs. Durations are in microseconds.
    package var json: JSONObject {
        var object: JSONObject = [
            "players": JSON(plan.players), "watchers": JSON(plan.watchers),
            "elapsed": elapsed.json, "matches": JSON(tally.seats / 2),
            "rounds": JSON(tally.rounds / 2), "moves": JSON(tally.moves),
            "bytes_sent": JSON(traffic.sent), "bytes_received": JSON(traffic.received),
            "errors": JSON(tally.errors), "wrong_boards": JSON(tally.wrongBoards),
            "unconnected": JSON(tally.unconnected),
        ]
        if !tally.troubles.isEmpty {
            let troubles = tally.troubles.sorted { $0.key < $1.key }.map { words, count in
                JSON.object(["what": JSON(words), "count": JSON(count)])
            }
            object["troubles"] = .array(troubles)
        }
        if tally.halls.count > 1 {
            let halls = tally.halls.sorted { $0.key < $1.key }.map { hall, people in
                JSON.object(["hall": JSON(hall.rawValue), "people": JSON(people)])
            }
            object["halls"] = .array(halls)
            object["moved"] = JSON(tally.moved)
            object["most_moves_of_one"] = JSON(tally.mostMoves)
        }
        if plan.breaksPerMinute > 0 { object["breaks"] = JSON(tally.breaks) }
        for (name, _, times) in times { object[JSONString(name)] = times.json }
        guard let server else { return object }
        object["server"] = ["processor": server.processor.json, "memory": JSON(server.memory)]
        return object
    }
}

extension LoadTally {
    /// The progress so far.
    package var progress: String {
        let slowest = timeToOpponent.duration(perMille: 990)?.inMilliseconds ?? "-"
        return LoadWords.progress(
            matches: seats / 2, moves: moves, p99: slowest, errors: errors)
    }
}

extension Latencies {
    private static let shares = [("p50", 500), ("p99", 990), ("p99.9", 999)]

    fileprivate var text: String {
        guard count > 0 else { return LoadWords.never }
        let shares = Self.shares.map { name, share in
            "\(name) \(duration(perMille: share)?.inMilliseconds ?? "-")"
        }
        return (shares + [LoadWords.longest(longest.inMilliseconds)]).joined(separator: ", ")
    }

    fileprivate var json: JSON {
        var object: JSONObject = ["count": JSON(count), "longest": longest.json]
        for (name, share) in Self.shares {
            object[JSONString(name)] = duration(perMille: share).map(\.json)
        }
        return .object(object)
    }
}

extension Duration {
    fileprivate var json: JSON { JSON(Int(nanoseconds / 1_000)) }

    /// The number with its significant places.
    fileprivate var inMilliseconds: String {
        let microseconds = Int(nanoseconds / 1_000)
        switch microseconds {
        case ..<10_000: return LoadWords.milliseconds(microseconds.split(at: 1_000, step: 10))
        case ..<100_000: return LoadWords.milliseconds(microseconds.split(at: 1_000, step: 100))
        default: return LoadWords.milliseconds("\(microseconds / 1_000)")
        }
    }
}

extension Int {
    fileprivate var inBytes: String {
        self < 1_000_000
            ? "\(split(at: 1_000, step: 100)) kB" : "\(split(at: 1_000_000, step: 100_000)) MB"
    }

    /// The number in units of `unit`, with as many places as `step` needs.
    fileprivate func split(at unit: Int, step: Int) -> String {
        let rest = String(unit / step + self % unit / step).dropFirst()
        return "\(self / unit).\(rest)"
    }
}
