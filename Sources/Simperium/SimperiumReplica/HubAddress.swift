package import SimperiumWebWire
package import SimperiumWire

/// The address of a hub for one app, such as `ws://localhost:8383`.
///
/// A hub may be below a path of its server, as in `wss://example.org/sync`.
package struct HubAddress: Hashable, Sendable {
    package let app: AppID
    /// The address of the server, with the path of the WebSocket's request.
    private let webSocket: WebSocketAddress

    package init(_ server: WebSocketAddress, app: AppID) {
        self.app = app
        let below = server.target.segments
        webSocket = WebSocketAddress(
            server, target: RequestTarget(below + ["sock", "1", app.text, "websocket"]))
    }

    package init(_ server: String, app: AppID) throws(WebSocketAddressFlaw) {
        self.init(try WebSocketAddress(server), app: app)
    }

    /// Returns the address of the WebSocket. Its query contains `hall`, unless `hall` is nil.
    func webSocketAddress(hall: String?) -> WebSocketAddress {
        guard let hall else { return webSocket }
        let target = RequestTarget(webSocket.target.segments, query: ["hall": hall])
        return WebSocketAddress(webSocket, target: target)
    }

    package var isEncrypted: Bool { webSocket.isEncrypted }
}

extension HubAddress: CustomStringConvertible {
    package var description: String { webSocket.description }
}
