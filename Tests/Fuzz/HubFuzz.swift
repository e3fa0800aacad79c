import SyncHub
import SyncHubSamples

/// What two clients of a bucket say in turns, the frames apart by a zero; then both leave.
func fuzzHub(_ bytes: [UInt8]) {
    var hub = LocalHub()
    let clients = (0..<2).map { _ in hub.join(user: "user", buckets: ["todo", "__options__"]) }
    hub.receive(
        [UInt8](#"0:c:{"id":"a","o":"M","v":{"t":{"o":"+","v":"x"}},"ccid":"1"}"#.utf8),
        from: clients[0])
    for (turn, frame) in bytes.split(separator: 0).enumerated() {
        hub.receive([UInt8](frame), from: clients[turn % 2])
    }
    for client in clients { hub.handle(.closed(client, .goodbye)) }
    hub.handle(.wake)
}
