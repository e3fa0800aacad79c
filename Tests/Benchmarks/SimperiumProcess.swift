import Host
import RedisWire
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// A Simperium server in a process of its own.
struct SimperiumJob: Codable {
    enum DataPlace: Codable {
        case memory
        /// Changes survive the end of the process in any case.
        case file(String, survivesPowerCuts: Bool)
        /// A Redis on this machine, which several servers may share.
        case redis(port: UInt16)
    }

    /// The folder with the keys.
    let folder: String
    /// 0 for any free port.
    var port: UInt16 = 0
    let data: DataPlace
    var certificate: CertificatePaths?

    /// Runs the server. It prints its port when it is ready.
    func serve() throws {
        let loop = try Loop()
        var settings = ServerSettings(
            addresses: (port == 0 ? ["127.0.0.1"] : ServerProcess.hosts).compactMap {
                SocketAddress(host: $0, port: port)
            })
        settings.apps = [SyncCrowd.app]
        settings.keys.file = folder + "/keys"
        settings.durability = .process
        switch data {
        case .memory: settings.store = .memory
        case .file(let file, let survivesPowerCuts):
            settings.store = .file(file)
            if survivesPowerCuts { settings.durability = .disk }
        case .redis(let port):
            settings.apps = SyncCrowd.apps
            settings.store = .shared(RedisDeployment([RedisAddress(host: "127.0.0.1", port: port)]))
        }
        settings.certificate = certificate.map {
            ServerSettings.CertificatePaths(chainFile: $0.chain, keyFile: $0.key)
        }
        settings.connections.mostPerAddress = settings.connections.most
        settings.host.hub.pace.commandsPerSecond = 1_000_000
        settings.host.hub.pace.commandsAtOnce = 1_000_000
        settings.host.limits.addressBytesPerSecond = 1 << 40
        let server = try Server(settings, on: loop)
        let tell = { Descriptor.standardOutput.writeLine("\(server.addresses[0].port)") }
        server.onBegun = tell
        server.start()
        if server.hasBegun { tell() }
        loop.run()
    }
}

/// Clients of a Simperium server, each with its channels.
final class SyncCrowd {
    static let app = AppID.trappingIfInvalid("demo")
    /// Sixteen apps, for as many logs that are written to at once.
    static let apps: [AppID] = [app] + (1..<16).map { AppID.trappingIfInvalid("demo\($0)") }
    static let token = "00000000000000000000000000000000"

    /// A channel that is opened with the connection.
    struct Channel {
        let bucket: String
        var app = SyncCrowd.app.text
        var command = "cv:"
    }

    private let loop: Loop
    private let connectionSet: ConnectionSet
    private let addresses: [WebSocketAddress]
    private let encryption: TLSContext?
    private let channels: (Int) -> [Channel]
    private var clients: [WebSocketClient] = []
    private var wanted = 0
    private var ready = 0
    /// The last end of a connection, if one has ended.
    private var failure: ClientConnectionError?
    /// Called for each message after all clients are ready, with the number of the client.
    var onMessage: (Int, Span<UInt8>) -> Void = { _, _ in }

    /// Opens `count` connections with their channels, and waits until each channel has received the
    /// answers to its commands.
    convenience init(
        of count: Int, at address: WebSocketAddress, trusting authority: String? = nil,
        _ channels: @escaping (Int) -> [Channel]
    ) throws {
        try self.init(of: count, at: [address], trusting: authority, channels)
    }

    /// The same, with the clients spread over several servers.
    init(
        of count: Int, at addresses: [WebSocketAddress], trusting authority: String? = nil,
        _ channels: @escaping (Int) -> [Channel]
    ) throws {
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        self.addresses = try addresses.map { try WebSocketAddress("\($0)sock/websocket") }
        encryption = try authority.map { try TLSContext.client(authorities: $0) }
        self.channels = channels
        try grow(to: count)
    }

    /// Opens more connections, and waits until they are ready.
    func grow(to count: Int) throws {
        wanted = count
        guard ready < wanted else { return }
        open()
        loop.run()
        if let failure { throw failure }
    }

    /// Connects a hundred clients at a time, because more would overflow the server's backlog.
    private func open() {
        for number in clients.count..<min(wanted, clients.count + 100) {
            let wanted = channels(number)
            // Each channel receives `auth` and the answer to its command.
            var missing = wanted.count * 2
            clients.append(
                WebSocketClient(
                    to: addresses[number % addresses.count], on: connectionSet,
                    encryption: encryption,
                    .init(
                        opened: { [unowned self] in
                            begin(wanted, number)
                            if missing == 0 { noteReady() }
                        },
                        message: { [unowned self] message in
                            guard missing > 0 else { return onMessage(number, message) }
                            missing -= 1
                            if missing == 0 { noteReady() }
                        }, ended: { [unowned self] in noteEnded($0) })))
        }
    }

    private func noteReady() {
        ready += 1
        if ready == wanted { return loop.stop() }
        if ready == clients.count { open() }
    }

    private func noteEnded(_ end: ClientConnectionError) {
        print(end)
        failure = end
        if ready < wanted { loop.stop() }
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

    var count: Int { clients.count }

    func say(_ message: String, by number: Int) {
        clients[number].send(Array(message.utf8))
    }

    /// Has each client send messages, so many of them in flight, until `count` answers have come.
    /// `message` gets the number of the client's message, from 1, and that of the client. Returns
    /// the milliseconds until each answer.
    @discardableResult
    func converse(
        _ count: Int, inFlight window: Int = 1, _ message: @escaping (Int, Int) -> String
    ) -> [Double] {
        var sent = [[ContinuousClock.Instant]](repeating: [], count: clients.count)
        var answered = [Int](repeating: 0, count: clients.count)
        var unsent = count
        var waits: [Double] = []
        func ask(by client: Int) {
            guard unsent > 0 else { return }
            unsent -= 1
            sent[client].append(.now)
            say(message(sent[client].count, client), by: client)
        }
        onMessage = { [self] client, _ in
            waits.append(sent[client][answered[client]].duration(to: .now) / .milliseconds(1))
            answered[client] += 1
            if waits.count == count { stop() } else { ask(by: client) }
        }
        for client in clients.indices { for _ in 0..<window { ask(by: client) } }
        run()
        onMessage = { _, _ in }
        return waits
    }

    /// Has the first client send messages at an interval. `message` gets their number, from 1.
    /// Returns the milliseconds until the second client has received each.
    func deliveryTimes(
        _ count: Int, every interval: Duration, _ message: @escaping (Int) -> String
    ) -> [Double] {
        var sent: [ContinuousClock.Instant] = []
        var waits: [Double] = []
        onMessage = { [unowned self] client, _ in
            guard client == 1 else { return }
            waits.append(sent[waits.count].duration(to: .now) / .milliseconds(1))
            if waits.count == count { stop() }
        }
        var timer: Timer?
        timer = self.timer { [unowned self] in
            guard sent.count < count else { return }
            sent.append(.now)
            say(message(sent.count), by: 0)
            timer?.arm(after: interval)
        }
        timer?.arm(after: interval)
        run()
        timer = nil
        onMessage = { _, _ in }
        return waits
    }

    /// Runs the loop until `stop`.
    func run() { loop.run() }
    func stop() { loop.stop() }

    /// Returns a timer on the loop. The caller must hold it.
    func timer(_ ring: @escaping () -> Void) -> Timer { Timer(on: loop, ring) }
}
