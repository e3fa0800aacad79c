import EventLoop
import Simperium
import SimperiumClient

/// A program to be killed: it edits a durable bucket as fast as it can, and writes down what it was
/// promised that will not be lost.
///
///     SyncDriver ws://127.0.0.1:8383 STORE JOURNAL RUN
///     SyncDriver ws://127.0.0.1:8383 STORE JOURNAL        # sends what is left, and ends
@main
struct SyncDriver {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 3, let app = AppID("demo") else {
            preconditionFailure("SyncDriver ADDRESS STORE JOURNAL [RUN]")
        }
        let loop = try Loop()
        let driver = try Driver(
            hub: try HubAddress(words[0], app: app), store: try StoreFile(words[1]),
            journal: try Journal(words[2]), run: words.count > 3 ? words[3] : nil, on: loop)
        driver.start()
        loop.run()
    }
}
