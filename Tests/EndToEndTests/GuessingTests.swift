import Glibc
import TestKit
import TestSupport
import Testing

private let attackSeconds = environment("ATTACK_SECONDS").flatMap { Int($0) } ?? 20

/// Players who play and sign in while fifty addresses guess passwords, codes and names.
///
/// `ATTACK_SECONDS=600` makes it as long as a measurement.
@Suite("Guessers at accounts", .waits(atMost: .seconds(300 + 2 * attackSeconds)))
struct GuessingTimingTests {
    private static let seconds = attackSeconds
    private static let names = (0..<40).map { "person\($0)" }

    @Test(
        "S-4 to S-7, S-20: Fifty guessers keep no player out, and get few guesses",
        .tier(.soak))
    func guessers() throws {
        let server = try ServedProgram()
        let calm = try play(at: server, beside: nil)
        let attackers = try PipedProgram(
            ThisBuild.program("Attackers"),
            ["guess", "\(server.port)", "\(Self.seconds + 5)", server.keys().api] + Self.names)
        let attacked = try play(at: server, beside: attackers)
        let report = attackers.rest()
        let figures = "\(calm)\nattacked: \(attacked)\n\(report)"
        print(figures)
        // A test's machine may be busy: the measurement compares the times.
        #expect(try p99(attacked) <= max(2 * p99(calm), 100_000), "\(figures)")
        // Twenty failures are free, then each pause is twice as long as the one before.
        let doublings = Int.bitWidth - (Self.seconds + 5).leadingZeroBitCount
        #expect(try number(after: "most attempts of an address: ", in: report) <= 22 + doublings)
        #expect(try number(after: "most guesses at a name: ", in: report) <= 7 + doublings)
        #expect(server.stop() == 0)
    }

    /// Has forty people sign in again and again, and forty play, and returns the report of `load`.
    private func play(at server: ServedProgram, beside attack: PipedProgram?) throws -> String {
        let people = try server.startPython(Self.people, ["\(Self.seconds)"] + Self.names)
        #expect(people.line() == "in")
        let load = try PipedProgram(
            ThisBuild.program("Load"),
            [
                server.address, "--players", "40", "--watchers", "0",
                "--moves-per-second", "40", "--seconds", "\(Self.seconds)", "--json",
            ])
        let summary = load.rest(runningFor: .seconds(Self.seconds))
        #expect(load.end() == 0 && summary.contains(#""errors":0"#), "\(summary)")
        let report = people.rest(runningFor: .seconds(Self.seconds))
        #expect(report.contains("refused: none"), "\(report)")
        return report + summary
    }

    /// The 99th percentile of the time until a move is at the opponent, in microseconds.
    private func p99(_ summary: String) throws -> Int {
        let move = try #require(summary.firstRange(of: #""move_to_opponent""#))
        return try number(after: #""p99":"#, in: String(summary[move.upperBound...]))
    }

    private func number(after words: String, in text: String) throws -> Int {
        let range = try #require(text.firstRange(of: words), "\(text)")
        return try #require(Int(text[range.upperBound...].prefix { $0.isNumber }))
    }

    /// Each of them has an address. They sign up once, and then sign in every twenty seconds.
    private static let people = #"""
        import collections, threading
        SECONDS, NAMES = int(sys.argv[2]), sys.argv[3:]
        class Adapter(requests.adapters.HTTPAdapter):
            def __init__(self, host): self.host = host; super().__init__()
            def init_poolmanager(self, *words, **more):
                super().init_poolmanager(*words, source_address=(self.host, 0), **more)
        refused, times = collections.Counter(), []
        def visit(host, path, body):
            with requests.Session() as session:
                session.mount("http://", Adapter(host))
                began = time.monotonic()
                answer = session.post(f"http://127.0.0.1:{PORT}/1/tictactoe/{path}/", json=body,
                    headers={"X-Simperium-API-Key": TOKEN})
                times.append(time.monotonic() - began)
                return answer.status_code
        def live(index, name, ready, end):
            host, body = f"127.0.2.{index + 1}", {"username": name, "password": "correct horse"}
            if visit(host, "create", body) not in (200, 409): refused["sign-up"] += 1
            ready.wait()
            time.sleep(index / 2)
            while time.monotonic() < end[0]:
                status = visit(host, "authorize", body)
                if status != 200: refused[f"sign-in {status}"] += 1
                time.sleep(20)
        def come(ready, end):
            ready.wait()
            number = int(time.time())
            while time.monotonic() < end[0]:
                number += 1
                status = visit(f"127.0.3.{number % 200 + 1}", "create",
                    {"username": f"new{number}", "password": "correct horse"})
                if status != 200: refused[f"new sign-up {status}"] += 1
                time.sleep(10)
        ready, end = threading.Barrier(len(NAMES) + 2), [0]
        lives = [threading.Thread(target=live, args=(index, name, ready, end))
            for index, name in enumerate(NAMES)]
        lives.append(threading.Thread(target=come, args=(ready, end)))
        for thread in lives: thread.start()
        end[0] = time.monotonic() + SECONDS + 10
        ready.wait()
        times.clear()
        print("in", flush=True)
        for thread in lives: thread.join()
        print("signed in or up", len(times), "times, refused:",
            dict(refused) or "none", f"slowest {max(times):.2f} s")
        """#
}
