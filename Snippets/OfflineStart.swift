// A program that can start offline, because it has its objects in a file and its user's token. It
// reads the token from its input, and prints the token for the next run after a sign-in.
// usage: OfflineStart SERVER APP KEY EMAIL PASSWORD FILE
import SimperiumKit

let words = CommandLine.arguments
guard words.count == 7 else { fatalError("usage: OfflineStart SERVER APP KEY EMAIL PASSWORD FILE") }
let (email, password) = (words[4], words[5])
var configuration = SimperiumClient.Configuration(server: words[1], app: words[2])
configuration.apiKey = words[3]
configuration.storage = .file(words[6])
let savedToken = readLine() ?? ""

// snippet.show
let client = try SimperiumClient(configuration)
let bucket = try await client.bucket(named: "todo")
if let token = Token(savedToken) {
    await client.signIn(token: token)
} else {
    let account = try await client.signIn(email: email, password: password)
    print(account.token.text)
}
await client.connect()
print(await bucket.count, "objects")
// snippet.hide

// snippet.show
for await status in client.statuses {
    switch status {
    case .unauthorized(let reason): print("sign in again: \(reason)")
    case .offline: print("offline: edits are stored, and are sent later")
    case .synced: print("the server has all edits")
    default: continue
    }
    break
}
// snippet.hide
await client.close()
