import Host
import SimperiumKit
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import SyncHub
import TestSupport
import Testing

/// A real server in this process, on its own thread, with the app `demo`.
final class KitTestServer: Sendable {
    private let thread: LoopThread<ServerLife>
    private let isEncrypted: Bool
    let port: UInt16
    let apiKey: String

    /// `certificate` is the name of one that `Certificates` makes.
    init(certificate: String? = nil) async throws {
        isEncrypted = certificate != nil
        thread = try LoopThread(
            { loop in
                let life = try ServerLife(on: loop, certificate)
                try life.assumeIsolated { try $0.begin(at: 0) }
                return life
            },
            moveOut: { life in life.assumeIsolated { $0.end() } })
        (port, apiKey) = try await thread.dweller.entrance()
    }

    var address: String { isEncrypted ? "wss://localhost:\(port)" : "ws://127.0.0.1:\(port)" }

    var configuration: SimperiumClient.Configuration {
        var configuration = SimperiumClient.Configuration(server: address, app: "demo")
        configuration.apiKey = apiKey
        return configuration
    }

    /// Closes all connections, and starts again with the same store.
    func restart() async throws {
        try await thread.dweller.restart(at: port)
    }
}

actor ServerLife {
    private let loop: Loop
    private let folder: TemporaryFolder
    private let certificate: String?
    private var server: Server?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(on loop: Loop, _ certificate: String?) throws {
        self.loop = loop
        self.certificate = certificate
        folder = try TemporaryFolder()
    }

    func begin(at port: UInt16) throws {
        let address = try #require(SocketAddress(host: "127.0.0.1", port: port))
        var settings = ServerSettings(addresses: [address])
        settings.apps = [try #require(AppID("demo"))]
        settings.keys.file = folder.path("keys")
        settings.certificate = certificate.map { name in
            ServerSettings.Certificate(
                chainFile: Certificates.shared.path(name), keyFile: Certificates.shared.key)
        }
        settings.store = .file(folder.path("store.db"))
        settings.host.hub.pace.commandsPerSecond = 1_000_000
        settings.host.hub.pace.commandsAtOnce = 1_000_000
        let server = try Server(settings, on: loop)
        server.start()
        self.server = server
    }

    func entrance() throws -> (port: UInt16, apiKey: String) {
        let server = try #require(server)
        let keys = try #require(AppID("demo").flatMap { server.keys[$0] })
        return (server.addresses[0].port, try #require(keys.apiKeys.first).text)
    }

    func restart(at port: UInt16) async throws {
        await withCheckedContinuation { continuation in
            server?.onStopped = { continuation.resume() }
            server?.stop()
        }
        server = nil
        try begin(at: port)
    }

    func end() {
        server = nil
    }
}

extension BucketName {
    static let todo = valid(BucketName("todo"))
}

extension ObjectKey {
    static let milk = valid(ObjectKey("milk"))
    static let bread = valid(ObjectKey("bread"))
}

func valid<Name>(_ name: Name?) -> Name {
    guard let name else { preconditionFailure("a name in a test is valid") }
    return name
}
