import Cluster
import Host
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire

/// The connection to the service with the accounts, for a client in a hall of this server. The
/// connection carries the channels of the client's account.
final class AccountUpstream {
    private static let timeout = Duration.seconds(10)
    private static let pause = Duration.milliseconds(100)
    /// The interval between heartbeats, which keep the connection open while the client sends
    /// nothing for the account.
    private static let heartbeatInterval = Duration.seconds(30)
    /// The maximum number of bytes that wait until the connection is open.
    private static let mostWaitingBytes = 1 << 20

    private let downstream: TCPConnection
    private unowned let node: ClusterNode
    private let connectionSet: ConnectionSet
    private let receive: ([UInt8]) -> Void
    private let ended: () -> Void
    private let deadline: Instant
    private var dial: InnerPortConnectionAttempt?
    /// The term of the service that was dialled last; nil if no owner was known.
    private var term: ClusterSequenceNumber?
    private var retry: Timer?
    private var client: WebSocketClient?
    private var heartbeat: Timer?
    private var waiting: [[UInt8]] = []
    private var waitingBytes = 0

    /// Begins to connect. `ended` is called at most once, in a later tick of the loop.
    init(
        for downstream: TCPConnection, by node: ClusterNode,
        _ receive: @escaping ([UInt8]) -> Void, ended: @escaping () -> Void
    ) {
        self.downstream = downstream
        self.node = node
        connectionSet = node.connectionSet
        self.receive = receive
        self.ended = ended
        deadline = connectionSet.loop.now + Self.timeout
        heartbeat = Timer(on: connectionSet.loop) { [unowned self] in sendHeartbeat() }
        connect()
    }

    private func connect() {
        let begun = node.dialAccountService(for: downstream) { [unowned self] result in
            dial = nil
            switch result {
            case .success(let connection): startWebSocket(connection)
            case .failure: connectAgainUntilDeadline()
            }
        }
        (dial, term) = (begun?.dial, begun?.term)
        if dial == nil { connectAgainUntilDeadline() }
    }

    /// Connects again after a pause, because the server may have ended, and another server will
    /// then take over the accounts. Calls `ended` once `deadline` has passed.
    private func connectAgainUntilDeadline() {
        retry = Timer(on: connectionSet.loop) { [unowned self] in
            if connectionSet.loop.now < deadline { connect() } else { ended() }
        }
        retry?.arm(after: Self.pause)
    }

    /// Drops the connection and the waiting frames now, and calls `ended` after a pause.
    private func end(after pause: Duration) {
        (dial, client, term, waiting, waitingBytes) = (nil, nil, nil, [], 0)
        retry = Timer(on: connectionSet.loop) { [unowned self] in ended() }
        retry?.arm(after: pause)
    }

    private func startWebSocket(_ connection: TCPConnection) {
        client = WebSocketClient(
            on: connection, asking: target, on: connectionSet,
            WebSocketClient.SocketCallbacks(
                opened: { [unowned self] in
                    for frame in exchange(&waiting, with: []) { client?.send(frame) }
                    waitingBytes = 0
                    heartbeat?.arm(after: Self.heartbeatInterval)
                },
                message: { [unowned self] in
                    let frame = [UInt8](copying: $0)
                    // The hub with the client's hall answers the client's own heartbeats.
                    if !frame.starts(with: "h:".utf8) { receive(frame) }
                },
                ended: { [unowned self] _ in ended() }))
    }

    /// Sends a frame, or keeps it until the connection is open. If too many bytes wait, drops them
    /// and ends the connection in the next tick.
    func sendOrQueue(_ frame: [UInt8]) {
        if let client, client.isOpen { return client.send(frame) }
        waiting.append(frame)
        waitingBytes += frame.count
        if waitingBytes > Self.mostWaitingBytes { end(after: .zero) }
    }

    /// Ends the connection if its service is not under the term `current`, because a former owner
    /// without power would never close the connection. If the connection is not open yet, nothing
    /// has been sent, so a new connection replaces it.
    func endConnection(unlessUnder current: ClusterSequenceNumber?) {
        guard let term, term != current else { return }
        if client?.isOpen == true { return end(after: Self.pause) }
        (dial, client, self.term) = (nil, nil, nil)
        connectAgainUntilDeadline()
    }

    private func sendHeartbeat() {
        client?.send(Array("h:0".utf8))
        heartbeat?.arm(after: Self.heartbeatInterval)
    }

    private var target: RequestTarget {
        RequestTarget(["sock"] + (node.app.map { ["1", $0.text] } ?? []) + ["websocket"])
    }
}
