import SimperiumKit

/// A program to be killed. It edits a durable bucket through the library as fast as it can, and
/// keeps a journal of the edits that must not be lost.
///
///     SyncDriver ws://127.0.0.1:8383 TOKEN STORE JOURNAL RUN
///     SyncDriver ws://127.0.0.1:8383 TOKEN STORE JOURNAL        # sends the rest, and ends
///
/// It prints `.` for each change, and at the end `=word` for each word in the bucket.
@main
struct SyncDriver {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 4, let token = Token(words[1]) else {
            preconditionFailure("SyncDriver ADDRESS TOKEN STORE JOURNAL [RUN]")
        }
        var configuration = SimperiumClient.Configuration(server: words[0], app: "demo")
        configuration.storage = .file(words[2])
        let client = try SimperiumClient(configuration)
        let driver = Driver(
            client: client, bucket: try await client.bucket(named: "todo"),
            journal: try SyncJournal(words[3]), output: try SyncJournal("/dev/stdout"))
        let telling = Task { await driver.printChanges() }
        await client.signIn(token: token)
        await client.connect()
        if words.count > 4, let run = UInt32(words[4]) {
            try await driver.edit(in: run)
        } else {
            try await driver.finish()
        }
        await telling.value
    }
}
