// A test of a to-do list, as in a package that uses the library. Here it runs as a program.
import SimperiumKit
import SimperiumTesting
import Testing

struct Item: Codable, Sendable {
    var title: String
    var isDone = false
}

// snippet.show
@Test("An edit of a device that was offline reaches the other devices")
func offlineEdit() async throws {
    let server = try TestServer()
    let user = try await server.addUser("lin@example.org")
    let (phone, phoneItems) = try await newDevice(of: user, at: server)
    let (laptop, laptopItems) = try await newDevice(of: user, at: server)

    await server.stop()
    let milk = try await phoneItems.insert(Item(title: "Milk"))
    try await server.start()
    for client in [phone, laptop] { await client.networkChanged() }

    for await list in await laptopItems.live(sortedBy: { $0.title < $1.title }) {
        guard let item = list.first else { continue }
        #expect(item.key == milk && item.value.title == "Milk")
        break
    }
    for client in [phone, laptop] { await client.close() }
}

func newDevice(
    of user: Account, at server: TestServer
) async throws -> (SimperiumClient, TypedBucket<Item>) {
    let client = try SimperiumClient(server.configuration)
    let items = try await client.bucket(named: "todo").typed(as: Item.self)
    await client.signIn(token: user.token)
    await client.connect()
    return (client, items)
}
// snippet.hide

try await offlineEdit()
print("passed")
