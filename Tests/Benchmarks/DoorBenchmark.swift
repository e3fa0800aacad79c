import EventLoop
import Glibc

/// The door, with many guests, as processes of their own see it.
func door() {
    var report = Report("The SSH door")
    let house = ServedDoor()
    measureArrivals(at: house, &report)
    measurePlayers(&report)
    measureWatchers(&report)
    report.show()
}

private func measureArrivals(at house: ServedDoor, _ report: inout Report) {
    let crowd = SSHCrowd(port: house.port)
    crowd.admit(20, as: "watch")
    let (cpu, start) = (house.cpu, ContinuousClock.now)
    let count = 400
    crowd.admit(count, as: "watch")
    let time = ContinuousClock.now - start
    let each = Double(house.cpu - cpu) / Double(count) / 1_000_000
    report.add("CPU to let a guest in", "\(rounded(each)) ms", target: "≤ 0.8 ms")
    let rate =
        Double(count)
        / (Double(time.components.attoseconds) / 1e18
            + Double(time.components.seconds))
    report.add("guests let in", "\(rounded(rate))/s", target: "≥ 400/s")
}

private func measurePlayers(_ report: inout Report) {
    let house = ServedDoor()
    let crowd = SSHCrowd(port: house.port)
    crowd.admit(10, as: "warm")
    crowd.settle()
    let before = house.resident
    crowd.admit(200, as: "lin")
    crowd.settle()
    report.count("resident for each player", (house.resident - before) / 200, "KB", target: 300)
    var times: [Int] = []
    for _ in 0..<4 {
        for (place, visitor) in crowd.visitors.enumerated().dropFirst(10) {
            // Each at a pace that a person could type at.
            usleep(1_000)
            if place % 50 == 0 { crowd.settle(milliseconds: 10) }
            visitor.forget()
            let start = ContinuousClock.now
            visitor.type("?")
            // The keys are told, or not any more. The tick of a clock is no answer.
            while visitor.shown.count < 100, ContinuousClock.now - start < .seconds(1) {
                SSHCrowd.wait(for: [visitor], milliseconds: 100)
                visitor.look()
            }
            times.append(Int((ContinuousClock.now - start).components.attoseconds / 1_000_000_000))
        }
    }
    times.sort()
    func show(_ name: String, _ share: Int, _ target: String) {
        let time = Double(times[times.count * share / 100]) / 1_000_000
        report.add(name, "\(rounded(time)) ms", target: "≤ \(target) ms")
    }
    show("key to frame at 200 players, p50", 50, "0.5")
    show("key to frame at 200 players, p99", 99, "16")
}

private func measureWatchers(_ report: inout Report) {
    let house = ServedDoor()
    let (players, watchers) = (SSHCrowd(port: house.port), SSHCrowd(port: house.port))
    players.admit(2, as: "lin", atOnce: 1)
    players.settle()
    watchers.admit(10, as: "watch")
    watchers.settle()
    let before = house.resident
    watchers.admit(500, as: "watch")
    watchers.settle()
    for visitor in watchers.visitors { visitor.type("v") }
    watchers.settle(milliseconds: 1_000)
    report.count("resident for each watcher", (house.resident - before) / 500, "KB", target: 130)
    var (worst, bytes) = (0.0, 0)
    for (mover, square) in [(0, "5"), (1, "1"), (0, "3"), (1, "2")] {
        players.settle()
        players.visitors[mover].type(square)
        players.settle(milliseconds: 50)
        for visitor in watchers.visitors { visitor.forget() }
        let start = ContinuousClock.now
        players.visitors[mover].type("\r")
        var missing = watchers.visitors
        while !missing.isEmpty, ContinuousClock.now - start < .seconds(1) {
            // Of all that changes in the picture only a piece is drawn with these.
            let served = SSHCrowd.wait(for: missing).filter { $0.look() > 0 && $0.isShown("█") }
            missing.removeAll { visitor in served.contains { $0 === visitor } }
        }
        let time = ContinuousClock.now - start
        worst = max(worst, Double(time.components.attoseconds) / 1e15)
        let most = watchers.visitors.map(\.shown.count).max() ?? 0
        bytes = max(bytes, most)
    }
    report.add("one move to 510 watchers", "\(rounded(worst)) ms", target: "≤ 100 ms")
    report.count("bytes for a move, the most to a watcher", bytes, "B", target: 400)
}

/// `tictactoe serve` with a door, as it was built beside the benchmarks.
private final class ServedDoor {
    let port: UInt16
    private let process: pid_t
    private var door: pid_t = 0

    init() {
        // Below those that the system gives to whoever dials.
        port = UInt16.random(in: 10_000..<32_000)
        let folder = "/tmp/tictactoe-bench-\(getpid())-\(port)"
        unsafe mkdir(folder, 0o700)
        let own = CommandLine.arguments[0]
        let program = own.dropLast(own.split(separator: "/").last?.count ?? 0) + "tictactoe"
        let words = [
            String(program), "serve", "--listen", "127.0.0.1:0", "--store", "memory", "--ssh",
            "127.0.0.1:\(port)", "--host-key", folder + "/key", "--max-guests", "2000",
            "--max-guests-per-address", "2000",
        ]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        for output in [CInt(1), 2] {
            unsafe posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        var process: pid_t = 0
        unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        unsafe arguments.forEach { unsafe free($0) }
        self.process = process
        let probe = { [port] in
            let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            return connectLocally(descriptor, port)
        }
        while !probe() { usleep(20_000) }
        door = pid_t(Self.words(of: "/proc/\(process)/task/\(process)/children").first ?? "") ?? 0
    }

    deinit {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    /// Nanoseconds of CPU that the door has used so far.
    var cpu: Int { Int(Self.words(of: "/proc/\(door)/schedstat").first ?? "") ?? 0 }

    /// Kilobytes that the door has in memory.
    var resident: Int {
        let pages = Self.words(of: "/proc/\(door)/statm").dropFirst().first ?? ""
        return (Int(pages) ?? 0) * 4
    }

    private static func words(of path: String) -> [String] {
        let bytes = (try? WholeFile.read(path, limit: 65_536)) ?? []
        return String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.map(String.init)
    }
}
