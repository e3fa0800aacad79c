package import SimperiumWebWire

extension WebPeer {
    /// Where requests and messages go, and what peers must keep to: one for all who come to an
    /// entrance, so that none of them has a copy to keep. Bytes are lent for the call only.
    package final class Reception {
        let limits: Limits
        package let request: (WebPeer, HTTPRequest, Ticket) -> Void
        package let message: (WebPeer, Span<UInt8>) -> Void
        package let ended: (WebPeer, End) -> Void
        /// Whether a long message is wanted that begins like this.
        package var isWelcome: (WebPeer, Span<UInt8>) -> Bool = { _, _ in true }
        /// A message was not kept, of which this is the beginning and the length.
        package var discarded: (WebPeer, [UInt8], Int) -> Void = { _, _, _ in }
        /// A peer with a WebSocket gave a sign of life that is no message: once a pause at most.
        package var heard: (WebPeer) -> Void = { _ in }
        /// Nothing more is to be made for the peer until it has taken what there is.
        package var congested: (WebPeer) -> Void = { _ in }
        package var drained: (WebPeer) -> Void = { _ in }

        package init(
            limits: Limits = Limits(), request: @escaping (WebPeer, HTTPRequest, Ticket) -> Void,
            message: @escaping (WebPeer, Span<UInt8>) -> Void,
            ended: @escaping (WebPeer, End) -> Void
        ) {
            self.limits = limits
            self.request = request
            self.message = message
            self.ended = ended
        }
    }

    /// What a peer must keep to.
    package struct Limits: Hashable, Sendable {
        package var http = HTTPLimits()
        /// Bytes of one message that is kept, of one that is read on, and from which the owner is
        /// asked whether it wants it.
        package var webSocket = WebSocketLimits(message: 1 << 20)
        /// Messages that are taken in one go. What comes behind them has a turn of its own.
        package var messages = 64
        /// How many short messages cost as much as a kibibyte.
        static let messagesPerKibibyte = 4
        /// Requests that wait for their answers. Beyond, no more are read.
        package var pipeline = 16
        /// Bytes that wait to be taken. Beyond, neither requests nor messages are read, so that no
        /// peer has more made than it takes.
        package var untaken = 256 << 10
        /// Bytes of messages that the owner has taken and not worked on. Beyond, no more are read.
        package var unworked = 1 << 20
        /// Time until the first request is there whole, encryption included.
        package var handshake = Duration.seconds(20)
        /// Time from a request's first byte to its last.
        package var request = Duration.seconds(60)
        /// Time without anything between requests.
        package var idle = Duration.seconds(75)
        /// Silence on a WebSocket until it is asked whether it is still there, and then until it
        /// counts as gone.
        package var silence = Duration.seconds(60)
        package var answer = Duration.seconds(30)
        /// How often the owner is told of signs of life.
        package var pause = Duration.seconds(1)
        /// Time for the peer to take leave.
        package var close = Duration.seconds(5)

        package init() {
            webSocket.discarded = 16 << 20
            webSocket.long = 16 << 10
        }
    }
}
