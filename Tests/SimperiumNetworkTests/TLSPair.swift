import SimperiumNetwork
import TestSupport

/// A client and a server that talk TLS in memory.
struct TLSPair {
    /// One end, and what it has heard.
    struct End {
        let session: TLSSession
        var heard: [UInt8] = []
        var hasEnded = false

        var text: String { String(decoding: heard, as: UTF8.self) }
    }

    var client: End
    var server: End
    /// The largest number of bytes that arrive at once.
    private let cut: Int

    init(
        at server: TLSContext, trusting client: TLSContext? = nil,
        host: String = "localhost", cut: Int = .max
    ) throws(TLSFault) {
        self.server = End(session: try TLSSession(serverOf: server))
        let client = if let client { client } else { try TLSContext.trusting }
        self.client = End(session: try TLSSession(clientOf: client, host: host))
        self.cut = cut
    }

    init(
        certificate: String = "good", trusting client: TLSContext? = nil,
        host: String = "localhost", cut: Int = .max
    ) throws(TLSFault) {
        try self.init(at: .server(certificate), trusting: client, host: host, cut: cut)
    }

    /// Carries bytes to and fro until both ends are silent.
    mutating func exchange() throws(TLSFault) {
        var isSilent = false
        while !isSilent {
            let toServer = try Self.carry(from: client, to: &server, cut)
            let toClient = try Self.carry(from: server, to: &client, cut)
            isSilent = !toServer && !toClient
        }
    }

    private static func carry(
        from sender: End, to receiver: inout End, _ cut: Int
    ) throws(TLSFault) -> Bool {
        let bytes = sender.session.takeOutput()
        var rest = bytes[...]
        while !rest.isEmpty {
            try receiver.session.bufferReceived(Array(rest.prefix(cut)).span)
            rest = rest.dropFirst(cut)
            let (heard, hasEnded) = try receiver.session.readAll()
            receiver.heard += heard
            receiver.hasEnded = hasEnded
        }
        return !bytes.isEmpty
    }
}

extension TLSSession {
    /// Reads all available bytes. `hasEnded` is true if no more will follow.
    @discardableResult
    func readAll() throws(TLSFault) -> ([UInt8], hasEnded: Bool) {
        var all: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 5_000)
        while true {
            switch try read(into: &room) {
            case .bytes(let count): all += room.prefix(count)
            case .later: return (all, false)
            case .end: return (all, true)
            }
        }
    }
}

extension TLSContext {
    static func server(_ certificate: String) throws(TLSFault) -> TLSContext {
        try server(
            certificate: Certificates.shared.path(certificate), key: Certificates.shared.key)
    }

    /// A server's with the good certificate.
    static var good: TLSContext {
        get throws(TLSFault) { try server("good") }
    }

    /// A client's that trusts the authority of the tests.
    static var trusting: TLSContext {
        get throws(TLSFault) { try client(authorities: Certificates.shared.authority) }
    }
}
