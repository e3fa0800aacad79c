// Backs up a bucket: prints each object with its key as one line of JSON.
// usage: BucketBackup SERVER APP KEY EMAIL PASSWORD BUCKET
import SimperiumKit

let words = CommandLine.arguments
guard words.count == 7 else {
    fatalError("usage: BucketBackup SERVER APP KEY EMAIL PASSWORD BUCKET")
}
var configuration = SimperiumClient.Configuration(server: words[1], app: words[2])
configuration.apiKey = words[3]
try await SimperiumClient.with(configuration) { client in
    let bucket = try await client.bucket(named: words[6], kind: .memory)
    _ = try await client.signIn(email: words[4], password: words[5])
    await client.connect()
    for await status in client.statuses where status == .synced { break }
    // snippet.show
    let objects = try await bucket.perform { bucket in
        bucket.keys.compactMap { key in bucket[key].map { (key, $0) } }
    }
    // snippet.hide
    for (key, object) in objects {
        let line: JSON = ["key": "\(key)", "object": .object(object)]
        print(line)
    }
}
