package import SimperiumWebWire

extension IncomingWebClient {
    /// The callbacks for requests and messages, and the limits of peers. All peers of a listener
    /// share them. Bytes are valid only during a call.
    package final class PeerCallbacks {
        let limits: Limits
        package let request: (IncomingWebClient, HTTPRequest, RequestTicket) -> Void
        package let message: (IncomingWebClient, Span<UInt8>) -> Void
        package let ended: (IncomingWebClient, End) -> Void
        /// Returns true if a long message that begins with these bytes must be received.
        package var acceptsLongMessage: (IncomingWebClient, Span<UInt8>) -> Bool = { _, _ in true }
        /// Called for a discarded message, with its first bytes and its length in bytes. A
        /// compressed message counts only as far as it was decompressed.
        package var discarded: (IncomingWebClient, [UInt8], Int) -> Void = { _, _, _ in }
        /// Called when input arrives on a WebSocket, unless a message or the last such call was
        /// less than `Limits.pause` ago.
        package var inputReceived: (IncomingWebClient) -> Void = { _ in }
        /// Called when too much output waits for a peer. The owner must not send more until
        /// `drained`.
        package var congested: (IncomingWebClient) -> Void = { _ in }
        /// Called when the output of a congested peer has been sent.
        package var drained: (IncomingWebClient) -> Void = { _ in }

        package init(
            limits: Limits = Limits(),
            request: @escaping (IncomingWebClient, HTTPRequest, RequestTicket) -> Void,
            message: @escaping (IncomingWebClient, Span<UInt8>) -> Void,
            ended: @escaping (IncomingWebClient, End) -> Void
        ) {
            self.limits = limits
            self.request = request
            self.message = message
            self.ended = ended
        }
    }

    package struct Limits: Hashable, Sendable {
        package var http = HTTPLimits()
        /// The limits on the sizes of messages: those that are kept, those that are read and
        /// dropped, and those that the owner can't reject.
        package var webSocket = WebSocketLimits(message: 1 << 20)
        /// The maximum number of messages that are read from one peer in one turn. Further messages
        /// wait for a later turn.
        package var messages = 64
        /// The number of short messages that cost as much as a kibibyte.
        static let messagesPerKibibyte = 4
        /// The maximum number of one peer's requests that wait for their answers. Further requests
        /// are not read.
        package var pipeline = 16
        /// The limit in bytes on output that the peer has not read. Above this limit, neither
        /// requests nor messages are read, so that no peer causes more output than it reads.
        package var unreadOutput = 256 << 10
        /// The limit in bytes on messages that the owner has not processed. Above this limit, no
        /// more input is read.
        package var unprocessedInput = 1 << 20
        /// The time limit for the first request, including the TLS handshake.
        package var handshake = Duration.seconds(20)
        /// The time limit from a request's first byte to its last.
        package var request = Duration.seconds(60)
        /// The time limit between requests while no input arrives.
        package var idle = Duration.seconds(75)
        /// The time without a sign of life on a WebSocket until the server sends a ping.
        package var silence = Duration.seconds(60)
        /// The time without a sign of life after a ping until the peer counts as gone.
        package var answer = Duration.seconds(30)
        /// The shortest time between two `inputReceived` calls, or between a message and such a
        /// call.
        package var pause = Duration.seconds(1)
        /// The time limit for the peer to answer a close, or to accept the last output.
        package var close = Duration.seconds(5)

        package init() {
            webSocket.discarded = 16 << 20
            webSocket.long = 16 << 10
        }
    }
}
