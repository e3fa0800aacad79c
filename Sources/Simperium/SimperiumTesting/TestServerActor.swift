internal import Host
internal import SimperiumLoop
internal import SimperiumNetwork
internal import SimperiumServer
internal import SimperiumWire
internal import SyncHub

/// The server of a `TestServer`. It runs on the loop of the server's thread.
actor TestServerActor {
    nonisolated let address: String
    private let loop: Loop
    private var settings: ServerSettings
    private var server: Server?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    /// Starts a server.
    init(_ settings: ServerSettings, on loop: Loop) throws(ServerFailure) {
        let server = try Server(settings, on: loop)
        server.start()
        let port = server.addresses[0].port
        address =
            settings.certificate == nil ? "ws://127.0.0.1:\(port)" : "wss://localhost:\(port)"
        self.loop = loop
        self.settings = settings
        self.settings.addresses = server.addresses
        self.server = server
    }

    /// Starts the server again. Does nothing if the server is running.
    func restartIfStopped() throws(TestServerFailure) {
        guard server == nil else { return }
        do throws(ServerFailure) {
            server = try Server(settings, on: loop)
            server?.start()
        } catch {
            throw TestServerFailure("\(error)")
        }
    }

    /// Stops the server, waits until all clients have left, and keeps the data for the next start.
    /// Does nothing if the server is stopped.
    func stopKeepingData() async {
        guard let server else { return }
        await withCheckedContinuation { continuation in
            server.onStopped = { continuation.resume() }
            server.stop()
        }
        settings.contents = server.contents
        releaseServer()
    }

    func releaseServer() {
        server = nil
    }
}

extension ServerSettings {
    /// Creates the settings of a server with one app and without limits on requests. Throws if the
    /// app's name is invalid.
    init(_ options: TestServer.Options) throws(TestServerFailure) {
        guard let app = AppID(options.app) else { throw TestServerFailure.badApp(options.app) }
        self.init(addresses: [.anyLoopback])
        apps = [app]
        keys.ring.createKeys(of: app, randomBytes: SecureRandom.bytes(AppKeyRing.randomBytesPerApp))
        store = options.file.map { .file($0) } ?? .memory
        durability = .process
        certificate = options.certificate
        host.hub.silence = options.idleTimeout
        host.limits.longPollTimeout = options.pollTimeout
        host.hub.pace.commandsPerSecond = 1_000_000
        host.hub.pace.commandsAtOnce = 1_000_000
        host.limits.signUps = 1_000_000
        host.limits.attempts.freePerAddress = 1_000_000
        host.limits.attempts.freePerName = 1_000_000
        host.limits.passwords.perAddress = 1_000_000
        host.limits.passwords.cost = ScryptParameters(rounds: 2, blockSize: 1, lanes: 1)
        host.limits.addressBytesPerSecond = 1 << 40
    }
}
