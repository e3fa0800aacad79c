import Glibc
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWebWire
import SimperiumWire
import TestSupport

/// Measures connections that come and go, with and without TLS, and clients that all come back
/// after a restart.
func connecting() -> Report {
    var report = Report("Connecting")
    do {
        try plain(&report)
        try encrypted(&report)
        for isEncrypted in [false, true] { try restart(10_000, isEncrypted, &report) }
    } catch {
        report.omit("the rest", error)
    }
    return report
}

private func plain(_ report: inout Report) throws {
    let home = try ServerHome()
    let server = try home.server()
    try add("a WebSocket opened and dropped", server, try BriefClients(at: server.address), &report)
}

private func encrypted(_ report: inout Report) throws {
    let home = try ServerHome(isEncrypted: true)
    guard let certificate = home.certificate else { return }
    func measure(_ words: String, _ server: ServerProcess) throws {
        for isResuming in [false, true] {
            let context = try TLSContext.client(
                authorities: certificate.paths.chain, resumesSessions: isResuming)
            try add(
                "  with TLS, \(words)\(isResuming ? ", resumed" : "")", server,
                try BriefClients(at: server.address, encryption: context), &report)
        }
    }
    try measure("by our server", try home.server())
    guard let nginx = try NginxServer(certificate) else { return }
    try measure("and refused by nginx", nginx.server)
}

private func add(
    _ name: String, _ server: ServerProcess, _ clients: BriefClients, _ report: inout Report
) throws {
    let count = 3_000
    _ = clients.come(200)
    let (before, own) = (server.cpu, Report.cpu())
    let rate = clients.come(count)
    report.add(name, rate, .perSecond)
    for (side, used) in [("server", server.cpu - before), ("client", Int(Report.cpu() - own))] {
        report.add(
            "\(name): CPU of the \(side)", Double(used) / Double(count) / 1_000, .microseconds)
    }
}

/// Measures a server that is killed, and starts again at once.
private func restart(_ count: Int, _ isEncrypted: Bool, _ report: inout Report) throws {
    let name = "\(count) clients back after a restart\(isEncrypted ? ", TLS" : "")"
    if let reason = lackOfDescriptors(for: count) {
        return report.omit(name, reason)
    }
    let home = try ServerHome(isEncrypted: isEncrypted)
    let port = try freePort()
    var server: ServerProcess? = try home.server(.disk, at: port)
    guard let addresses = try server?.addresses else { return }
    let clients = try ReturningClients(
        count, at: addresses,
        trusting: try home.certificate.map { try .client(authorities: $0.paths.chain) })
    clients.come()
    let (start, own) = (ContinuousClock.now, Report.cpu())
    server = nil
    let next = try home.server(.disk, at: port)
    guard let back = clients.comeBack(since: start) else {
        return report.omit(
            name, "\(clients.returns.count) are back after \(ReturningClients.patience)")
    }
    report.add(name, back.all, .seconds)
    report.add("  half of them", back.half, .seconds)
    for (side, used) in [("server", next.cpu), ("client", Int(Report.cpu() - own))] {
        report.add(
            "  CPU of the \(side) for one", Double(used) / Double(count) / 1_000, .microseconds)
    }
}

/// Clients that open a WebSocket and drop it, a few at the same time.
private final class BriefClients {
    private static let atOnce = 4

    private let loop: Loop
    private let connectionSet: ConnectionSet
    private let address: WebSocketAddress
    private let encryption: TLSContext?
    private var clients: [Int: WebSocketClient] = [:]
    /// Those that leave in the next turn.
    private var leaving: [WebSocketClient] = []
    private var turn: Timer?
    private var toCome = 0
    private var toLeave = 0

    init(at address: WebSocketAddress, encryption: TLSContext? = nil) throws {
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        self.address = try WebSocketAddress("\(address)sock/websocket")
        self.encryption = encryption
        turn = Timer(on: loop) { [unowned self] in leave() }
    }

    /// Returns the number of clients in a second.
    func come(_ count: Int) -> Double {
        (toCome, toLeave) = (count, count)
        let start = ContinuousClock.now
        for _ in 0..<Self.atOnce { begin() }
        loop.run()
        return Double(count) / (start.duration(to: .now) / .seconds(1))
    }

    private func begin() {
        guard toCome > 0 else { return }
        toCome -= 1
        let number = toCome
        clients[number] = WebSocketClient(
            to: address, on: connectionSet, encryption: encryption,
            .init(
                opened: { [unowned self] in finish(number) }, message: { _ in },
                ended: { [unowned self] _ in finish(number) }))
    }

    private func finish(_ number: Int) {
        guard let client = clients.removeValue(forKey: number) else { return }
        leaving.append(client)
        turn?.arm(after: .zero)
    }

    private func leave() {
        let left = exchange(&leaving, with: [])
        for client in left {
            client.drop()
            begin()
        }
        toLeave -= left.count
        if toLeave == 0 { loop.stop() }
    }
}

/// Clients of the library that stay connected.
private final class ReturningClients {
    /// The time until those that are not back are counted.
    static let patience = Duration.seconds(40)

    private let loop: Loop
    private let connectionSet: ConnectionSet
    private var replicas: [LiveReplica] = []
    private var isSynced: [Bool]
    private var syncedCount = 0
    private var begun = 0
    private(set) var returns: [ContinuousClock.Instant] = []

    init(_ count: Int, at addresses: [WebSocketAddress], trusting trust: TLSContext?) throws {
        loop = try Loop()
        connectionSet = ConnectionSet(on: loop)
        isSynced = [Bool](repeating: false, count: count)
        let hubs = addresses.map { HubAddress($0, app: SyncCrowd.app) }
        for number in 0..<count {
            let hub = hubs[number % hubs.count]
            let replica = LiveReplica(
                at: [hub], as: .trappingIfInvalid("c\(number)"), on: connectionSet,
                trusting: trust)
            replica.onStatus = { [unowned self] in record($0, of: number) }
            _ = try replica.openBucket(.trappingIfInvalid("todo"), as: .memory) { _, _ in }
            replica.signIn(.trappingIfInvalid(SyncCrowd.token))
            replicas.append(replica)
        }
    }

    /// Connects all, a hundred at a time.
    func come() {
        begin()
        loop.run()
    }

    private func begin() {
        let next = min(begun + 100, replicas.count)
        for replica in replicas[begun..<next] { replica.goOnline() }
        begun = next
    }

    private func record(_ status: ReplicaStatus, of number: Int) {
        guard (status == .synced) != isSynced[number] else { return }
        isSynced[number].toggle()
        syncedCount += isSynced[number] ? 1 : -1
        guard isSynced[number] else { return }
        returns.append(.now)
        if syncedCount == replicas.count { return loop.stop() }
        if syncedCount == begun { begin() }
    }

    /// Waits until all are synced again. Returns the time that half and all of them took.
    func comeBack(since start: ContinuousClock.Instant) -> (half: Double, all: Double)? {
        returns = []
        let timer = Timer(on: loop) { [unowned self] in loop.stop() }
        timer.arm(after: Self.patience)
        loop.run()
        guard returns.count >= replicas.count, let last = returns.last else {
            return nil
        }
        func seconds(_ end: ContinuousClock.Instant) -> Double {
            start.duration(to: end) / .seconds(1)
        }
        return (seconds(returns[returns.count / 2]), seconds(last))
    }
}

/// nginx with TLS, as Debian packages it: it refuses WebSockets.
private final class NginxServer {
    let server: ServerProcess
    private let folder: String
    /// Its files are around this server's folder.
    private let certificate: TemporaryCertificate

    /// Nil if nginx is not here.
    init?(_ certificate: TemporaryCertificate) throws {
        self.certificate = certificate
        let path = ".build/unpacked/nginx/usr/sbin/nginx"
        guard unsafe access(path, X_OK) == 0 else { return nil }
        let port = try freePort()
        folder = certificate.paths.chain + "-nginx"
        unsafe mkdir(folder, 0o700)
        let settings = """
            pid \(folder)/pid; error_log /dev/null; worker_processes 1;
            events { worker_connections 1024; }
            http {
                access_log off;
                client_body_temp_path \(folder); proxy_temp_path \(folder);
                fastcgi_temp_path \(folder); uwsgi_temp_path \(folder); scgi_temp_path \(folder);
                server {
                    listen 127.0.0.1:\(port) ssl;
                    ssl_certificate \(certificate.paths.chain);
                    ssl_certificate_key \(certificate.paths.key);
                    location / { return 404; }
                }
            }
            """
        try WholeFile.replace(folder + "/settings", with: Array(settings.utf8))
        server = try ServerProcess(
            path,
            [
                "-c", folder + "/settings", "-e", "/dev/null", "-g",
                "daemon off; master_process off;",
            ],
            port: port, scheme: "wss")
    }
}
