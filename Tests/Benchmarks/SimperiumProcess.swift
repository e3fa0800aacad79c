import Host
import RedisWire
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// Runs a Simperium server in its own process. It prints its port when it is ready. `file` may be
/// `redis:PORT`, for a shared Redis on this machine. With `disk`, changes survive a power cut;
/// otherwise, only the end of the process.
func serveSimperium(
    in folder: String, file: String?, durability: ServerSettings.Durability
) throws {
    let loop = try Loop()
    guard let anywhere = SocketAddress(host: "127.0.0.1", port: 0) else { return }
    var settings = ServerSettings(addresses: [anywhere])
    let engine = file.flatMap { $0.hasPrefix("redis:") ? UInt16($0.dropFirst(6)) : nil }
    settings.apps = engine == nil ? [SyncCrowd.app] : SyncCrowd.apps
    settings.keys.file = folder + "/keys"
    settings.durability = durability
    settings.store = file.map { .file($0) } ?? .memory
    if let engine {
        settings.store = .shared(EnginePlace([RedisAddress(host: "127.0.0.1", port: engine)]))
    }
    settings.host.hub.pace.commandsPerSecond = 1_000_000
    settings.host.hub.pace.commandsAtOnce = 1_000_000
    settings.host.limits.addressBytesPerSecond = 1 << 40
    let server = try Server(settings, on: loop)
    let tell = { Descriptor.standardOutput.say("\(server.addresses[0].port)") }
    server.onBegun = tell
    server.start()
    if server.hasBegun { tell() }
    loop.run()
}

/// Clients of a Simperium server, each with its channels.
final class SyncCrowd {
    static let app: AppID = {
        guard let app = AppID("demo") else { preconditionFailure("demo names an app") }
        return app
    }()
    /// Sixteen apps, for as many logs that are written to at once.
    static let apps: [AppID] = [app] + (1..<16).compactMap { AppID("demo\($0)") }
    static let token = "00000000000000000000000000000000"

    /// A channel that is opened with the connection.
    struct Channel {
        let bucket: String
        var app = SyncCrowd.app.text
        var command = "cv:"
    }

    private let loop: Loop
    private let connectionSet: ConnectionSet
    private var clients: [WebSocketClient] = []
    private var ready = 0
    /// Called for each message after all clients are ready, with the number of the client.
    var onMessage: (Int, Span<UInt8>) -> Void = { _, _ in }

    /// Opens `count` connections with their channels, and waits until each channel has received the
    /// answers to its commands.
    convenience init(
        of count: Int, at address: WebAddress, _ channels: @escaping (Int) -> [Channel]
    ) throws {
        try self.init(of: count, at: [address], channels)
    }

    /// The same, with the clients spread over several servers.
    init(
        of count: Int, at addresses: [WebAddress], _ channels: @escaping (Int) -> [Channel]
    ) throws {
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        open(count, at: try addresses.map { try WebAddress("\($0)sock/websocket") }, channels)
        loop.run()
    }

    /// Connects a hundred clients at a time, because more would overflow the server's backlog.
    private func open(
        _ count: Int, at addresses: [WebAddress], _ channels: @escaping (Int) -> [Channel]
    ) {
        for number in clients.count..<min(count, clients.count + 100) {
            let wanted = channels(number)
            // Each channel receives `auth` and the answer to its command.
            var missing = wanted.count * 2
            clients.append(
                WebSocketClient(
                    to: addresses[number % addresses.count], on: connectionSet,
                    .init(
                        opened: { [unowned self] in begin(wanted, number) },
                        message: { [unowned self] message in
                            guard missing == 0 else {
                                missing -= 1
                                guard missing == 0 else { return }
                                ready += 1
                                if ready == count { return loop.stop() }
                                if ready == clients.count { open(count, at: addresses, channels) }
                                return
                            }
                            onMessage(number, message)
                        }, ended: { print($0) })))
        }
    }

    private func begin(_ channels: [Channel], _ number: Int) {
        for (place, channel) in channels.enumerated() {
            say(
                """
                \(place):init:{"clientid":"c\(number)","api":"1.1","token":"\(Self.token)",\
                "app_id":"\(channel.app)","name":"\(channel.bucket)","cmd":"\(channel.command)"}
                """, by: number)
        }
    }

    func say(_ message: String, by number: Int) {
        clients[number].send(Array(message.utf8))
    }

    /// Runs the loop until `stop`.
    func run() { loop.run() }
    func stop() { loop.stop() }

    /// Returns a timer on the loop. The caller must hold it.
    func timer(_ ring: @escaping () -> Void) -> Timer { Timer(on: loop, ring) }
}
