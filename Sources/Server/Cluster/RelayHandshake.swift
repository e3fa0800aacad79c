internal import SimperiumBytes

/// The header that a node sends once for each relayed connection, with the client's address.
package struct RelayedConnectionHeader: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        case client = 1
        /// A connection of the node's own ssh server.
        case door
        /// A connection without a client. The relaying node notices by this connection's end that
        /// the writer has ended.
        case watch
    }

    package let kind: Kind
    package let shard: Shard
    /// The generation of the relaying node.
    package let generation: ClusterSequenceNumber
    /// The term of the writer that the connection is meant for.
    package let term: ClusterSequenceNumber
    /// True if the client is a trusted proxy, whose requests name their clients.
    package let isProxy: Bool
    /// The client's numeric address: four or sixteen bytes in network order.
    package let host: [UInt8]
    package let port: UInt16

    package init(
        _ kind: Kind, of shard: Shard, by generation: ClusterSequenceNumber,
        to term: ClusterSequenceNumber,
        isProxy: Bool = false, host: [UInt8] = [127, 0, 0, 1], port: UInt16 = 0
    ) {
        self.kind = kind
        self.shard = shard
        self.generation = generation
        self.term = term
        self.isProxy = isProxy
        self.host = host
        self.port = port
    }

    static let length = 32

    var bytes: [UInt8] {
        var bytes: [UInt8] = [
            kind.rawValue, isProxy ? 2 : 0, UInt8(host.count), UInt8(shard.number),
        ]
        for number in [generation.rawValue, term.rawValue] {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        bytes += [UInt8(port >> 8), UInt8(port & 0xFF)]
        bytes += host
        return bytes + [UInt8](repeating: 0, count: Self.length - bytes.count)
    }

    init?(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.length, let kind = Kind(rawValue: bytes[0]),
            let shard = Shard(number: Int(bytes[3])), bytes[2] == 4 || bytes[2] == 16
        else { return nil }
        let number = { (start: Int) in
            bytes[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        self.init(
            kind, of: shard, by: ClusterSequenceNumber(rawValue: number(4)),
            to: ClusterSequenceNumber(rawValue: number(8)),
            isProxy: bytes[1] & 2 != 0,
            host: Array(bytes[14..<(14 + Int(bytes[2]))]),
            port: UInt16(bytes[12]) << 8 | UInt16(bytes[13]))
    }
}

/// The proofs that both ends of a connection to an inner port have the cluster's key.
///
/// The relaying node sends a greeting with 32 random bytes. The writer answers with 32 random bytes
/// of its own and a proof over all 64 bytes. The node sends the header and a proof over the random
/// bytes and the header. The client's bytes follow. The proofs are valid for one connection only.
package struct RelayProver: Sendable {
    package static let nonceLength = 32
    static let length = 32
    static let greeting = Array("tictactoe relay 2\r\n".utf8)

    private let key: [UInt8]

    package init(key: [UInt8]) {
        self.key = key
    }

    fileprivate func writerProof(_ nodeNonce: [UInt8], _ writerNonce: [UInt8]) -> [UInt8] {
        hmacSHA256(Array("writer".utf8) + nodeNonce + writerNonce, key: key)
    }

    fileprivate func nodeProof(
        _ nodeNonce: [UInt8], _ writerNonce: [UInt8], _ header: [UInt8]
    ) -> [UInt8] {
        hmacSHA256(Array("node".utf8) + nodeNonce + writerNonce + header, key: key)
    }
}

package enum RelayHandshakeResult: Hashable, Sendable {
    case incomplete
    case send([UInt8])
    /// The handshake is complete. `rest` has the first bytes of the client.
    case accepted(RelayedConnectionHeader, rest: [UInt8])
    /// The other end has not proved that it is a node of this cluster.
    case refused
}

/// The writer's end of a handshake.
package struct RelayHandshakeAcceptor: Sendable {
    private let proof: RelayProver
    private let nonce: [UInt8]
    private var nodeNonce: [UInt8]?
    private var bytes: [UInt8] = []

    /// Creates the writer's end of a handshake. `nonce` must be random.
    package init(_ proof: RelayProver, nonce: [UInt8]) {
        self.proof = proof
        self.nonce = nonce
    }

    package mutating func read(_ more: [UInt8]) -> RelayHandshakeResult {
        bytes += more
        guard let nodeNonce else { return answerGreeting() }
        let length = RelayedConnectionHeader.length + RelayProver.length
        guard bytes.count >= length else { return .incomplete }
        let header = Array(bytes.prefix(RelayedConnectionHeader.length))
        let expected = proof.nodeProof(nodeNonce, nonce, header)
        guard constantTimeEquals(expected, Array(bytes[RelayedConnectionHeader.length..<length])),
            let found = RelayedConnectionHeader(header[...])
        else { return .refused }
        return .accepted(found, rest: Array(bytes[length...]))
    }

    private mutating func answerGreeting() -> RelayHandshakeResult {
        let greeting = RelayProver.greeting
        guard zip(bytes, greeting).allSatisfy({ $0 == $1 }) else { return .refused }
        let length = greeting.count + RelayProver.nonceLength
        guard bytes.count >= length else { return .incomplete }
        // The node sends nothing more before it has the answer.
        guard bytes.count == length else { return .refused }
        let other = Array(bytes[greeting.count...])
        nodeNonce = other
        bytes = []
        return .send(nonce + proof.writerProof(other, nonce))
    }
}

/// The relaying node's end of a handshake.
package struct RelayHandshakeDialer: Sendable {
    private let proof: RelayProver
    private let nonce: [UInt8]
    private let header: RelayedConnectionHeader
    private var bytes: [UInt8] = []

    package init(_ proof: RelayProver, nonce: [UInt8], header: RelayedConnectionHeader) {
        self.proof = proof
        self.nonce = nonce
        self.header = header
    }

    /// The first bytes to the writer.
    package var greeting: [UInt8] { RelayProver.greeting + nonce }

    /// Reads more bytes of the writer's answer. Once the answer is complete and its proof is right,
    /// returns `send` with the header and the node's proof. The caller then sends the client's
    /// bytes.
    package mutating func read(_ more: [UInt8]) -> RelayHandshakeResult {
        bytes += more
        let length = RelayProver.nonceLength + RelayProver.length
        guard bytes.count >= length else { return .incomplete }
        let writerNonce = Array(bytes.prefix(RelayProver.nonceLength))
        let expected = proof.writerProof(nonce, writerNonce)
        guard bytes.count == length,
            constantTimeEquals(expected, Array(bytes[RelayProver.nonceLength...]))
        else { return .refused }
        let header = header.bytes
        return .send(header + proof.nodeProof(nonce, writerNonce, header))
    }
}
