internal import EventLoop
package import Network
package import SyncClient
internal import WebWire

/// One dial to a hub, and the line that comes of it: from the first packet to the last word.
///
/// It tells of everything in calls of their own, never during a call of `send` or `hangUp`. The
/// last word is `closed`, once. Whoever lets go of a line abandons it, and hears nothing more.
package final class HubLine {
    package enum Event: Hashable, Sendable {
        case opened
        case received([UInt8])
        case closed(ConnectionFailure)
    }

    private var client: WebSocketClient?
    private let hear: (Event) -> Void
    private var isOpen = false
    /// How it ended, until that is told.
    private var end: ConnectionFailure?
    private var bell: Timer?

    /// Begins to dial. `trust` says whose certificates are good at a `wss://` address; without it
    /// nobody's are. `patience` is for the way to the open line, which the replica gives up after
    /// 20 seconds.
    package init(
        to hub: HubAddress, on switchboard: Switchboard, trusting trust: TLSContext? = nil,
        patience: Duration = .seconds(15), _ hear: @escaping (Event) -> Void
    ) {
        self.hear = hear
        bell = Timer(on: switchboard.loop) { [unowned self] in tellEnd() }
        guard trust != nil || !hub.isEncrypted else {
            ended(.certificateRejected(.untrusted))
            return
        }
        var limits = WebSocketClient.Limits()
        limits.dial = patience
        // The replica keeps in memory whatever it sends, and bounds how much that is.
        limits.outbox = .max / 2
        client = WebSocketClient(
            to: hub.webSocket, on: switchboard, encryption: trust, limits: limits,
            WebSocketClient.Reception(
                opened: { [unowned self] in opened() },
                message: { [unowned self] in self.hear(.received([UInt8](copying: $0))) },
                ended: { [unowned self] in ended(ConnectionFailure($0, wasOpen: isOpen)) }))
    }

    deinit {
        // A message may be under way.
        client?.drop()
    }

    /// Sends a frame when the turn ends, if the line is open by now and still.
    package func send(_ frame: [UInt8]) {
        client?.send(frame)
    }

    /// Ends the line. That is told by `closed`: at once, or when the hub has heard the goodbye.
    package func hangUp(_ parting: Parting) {
        switch parting {
        case .goodbye: client?.close(CloseReason(.normal))
        case .abandoning:
            client?.drop()
            ended(.lost)
        }
    }
}

extension HubLine {
    private func opened() {
        isOpen = true
        hear(.opened)
    }

    private func ended(_ failure: ConnectionFailure) {
        guard end == nil else { return }
        end = failure
        bell?.arm(after: .zero)
    }

    private func tellEnd() {
        guard let end else { return }
        hear(.closed(end))
    }
}

extension [UInt8] {
    fileprivate init(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count) { room in
            for index in bytes.indices { room.append(bytes[index]) }
        }
    }
}
