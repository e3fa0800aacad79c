// A to-do list in a terminal. All devices of its owner share it, and it works offline.
// usage: TodoList SERVER APP KEY EMAIL PASSWORD FILE
// It reads `add TITLE`, `done TITLE`, `list`, `sync`, and `wait`, which ends when all is done.
import SimperiumKit

// snippet.show
struct Item: Codable, Sendable {
    var title: String
    var isDone = false
}
// snippet.hide

struct TodoList {
    let client: SimperiumClient
    let bucket: SimperiumBucket
    var items: TypedBucket<Item> { bucket.typed(as: Item.self) }

    /// Signs in the user. Creates the account if it does not exist. Without a connection, the
    /// list still works; its edits are sent in a later run.
    func begin(email: String, password: String) async throws {
        // snippet.show
        do {
            _ = try await client.signUp(email: email, password: password)
        } catch SimperiumError.nameTaken {
            _ = try await client.signIn(email: email, password: password)
        } catch SimperiumError.notReachable(let failure) {
            print("offline: \(failure)")
        }
        await client.connect()
        // snippet.hide
    }

    func perform(_ command: String, _ title: String) async throws {
        switch command {
        case "add": try await items.insert(Item(title: title))
        case "done":
            for key in await bucket.keys where try await items[key]?.title == title {
                // snippet.show
                try await items.update(key) { $0.isDone = true }
                // snippet.hide
            }
        case "list":
            for item in await items.objects.map(\.value) {
                print(item.isDone ? "x" : "-", item.title)
            }
        case "wait":
            // snippet.show
            let open = await items.live(where: { !$0.isDone }, sortedBy: { $0.title < $1.title })
            for await list in open {
                if list.isEmpty { break }
                print("to do:", list.map(\.value.title).joined(separator: ", "))
            }
        // snippet.hide
        case "sync":
            // snippet.show
            try await client.waitUntilSynced(within: .seconds(30))
            try await client.waitUntilSettled(within: .seconds(30))
            // snippet.hide
            print("in sync")
        default: print("add TITLE, done TITLE, list, sync or wait?")
        }
    }
}

let words = CommandLine.arguments
guard words.count == 7 else { fatalError("usage: TodoList SERVER APP KEY EMAIL PASSWORD FILE") }
let (server, app, key, file) = (words[1], words[2], words[3], words[6])
// snippet.show
var configuration = SimperiumClient.Configuration(server: server, app: app)
configuration.apiKey = key
configuration.storage = .file(file)
let client = try SimperiumClient(configuration)
let bucket = try await client.bucket(named: "todo")
// snippet.hide
let list = TodoList(client: client, bucket: bucket)
try await list.begin(email: words[4], password: words[5])
while let line = readLine() {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    try await list.perform(parts.first ?? "", parts.count > 1 ? parts[1] : "")
}
await client.close()
