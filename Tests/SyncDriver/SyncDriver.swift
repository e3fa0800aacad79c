import SimperiumLoop
import SimperiumReplica
import SimperiumWire

/// A program to be killed: it edits a durable bucket as fast as it can, and writes down what it was
/// promised that will not be lost.
///
///     SyncDriver ws://127.0.0.1:8383 TOKEN STORE JOURNAL RUN
///     SyncDriver ws://127.0.0.1:8383 TOKEN STORE JOURNAL        # sends what is left, and ends
///
/// It says `.` for each event, and in the end `=word` for each word that it has.
@main
struct SyncDriver {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 4, let app = AppID("demo"), let token = Token(words[1]) else {
            preconditionFailure("SyncDriver ADDRESS TOKEN STORE JOURNAL [RUN]")
        }
        let loop = try Loop()
        let driver = try Driver(
            hub: try HubAddress(words[0], app: app), store: try StoreFile(words[2]),
            journal: try Journal(words[3]), run: words.count > 4 ? UInt32(words[4]) : nil, on: loop)
        driver.start(with: token)
        loop.run()
    }
}
