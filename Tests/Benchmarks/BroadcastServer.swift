import Glibc
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire

/// Runs a server that sends each client's messages to all clients. It is a separate process, so
/// that its CPU time can be measured, and prints its port when it is ready.
func serveBroadcast(_ certificate: CertificatePaths?) throws {
    let loop = try Loop()
    let server = BroadcastServer(on: loop)
    try server.start(certificate)
    loop.run()
}

private final class BroadcastServer {
    private let connectionSet: ConnectionSet
    private var listener: TCPConnectionListener?
    private var peers: [IncomingWebClient] = []

    init(on loop: Loop) {
        connectionSet = ConnectionSet(on: loop)
    }

    func start(_ certificate: CertificatePaths?) throws {
        guard let anywhere = SocketAddress(host: "127.0.0.1", port: 0) else { return }
        let reception = IncomingWebClient.PeerCallbacks(
            request: { self.answer($0, $1, $2) },
            message: { self.tellAll($1) },
            ended: { peer, _ in self.forget(peer) })
        let listener = try TCPConnectionListener(
            at: anywhere, on: connectionSet,
            admission: AdmissionControl(limit: 20_000, limitPerAddress: 20_000)
        ) { connection in
            IncomingWebClient(connection, on: self.connectionSet, reception)
        }
        if let certificate {
            listener.encryption = try TLSContext.server(
                certificate: certificate.chain, key: certificate.key)
        }
        self.listener = listener
        Descriptor.standardOutput.writeLine("\(listener.address.port)")
    }

    private func answer(
        _ peer: IncomingWebClient, _ request: HTTPRequest, _ ticket: IncomingWebClient.RequestTicket
    ) {
        guard request.asksForWebSocket else {
            return peer.answer(ticket, HTTPResponse(.ok, body: Array("hello\n".utf8)))
        }
        guard peer.openWebSocket(ticket) else { return }
        peer.tag = peers.count
        peers.append(peer)
    }

    private func tellAll(_ message: Span<UInt8>) {
        var bytes: [UInt8] = []
        for index in message.indices { bytes.append(message[index]) }
        let frame = OutgoingWebSocketFrame.text(bytes).encoded()
        for peer in peers { peer.send(frame: frame) }
    }

    private func forget(_ peer: IncomingWebClient) {
        guard peer.tag < peers.count, peers[peer.tag] === peer else { return }
        let last = peers.removeLast()
        guard last !== peer else { return }
        last.tag = peer.tag
        peers[peer.tag] = last
    }
}

/// Listens on a free port and prints its number.
private func listenBarely() -> CInt {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    unsafe withUnsafeMutablePointer(to: &address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            _ = unsafe bind(listener, address, length)
            _ = unsafe getsockname(listener, address, &length)
        }
    }
    listen(listener, 1_024)
    Descriptor.standardOutput.writeLine("\(UInt16(bigEndian: address.sin_port))")
    return listener
}

/// Serves as the reference for a server of requests: it waits, reads, and writes the same answer
/// each time, to one client at a time.
func serveBareAnswers() {
    let listener = listenBarely()
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello\n".utf8)
    var room = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
        var client = pollfd(fd: accept(listener, nil, nil), events: Int16(POLLIN), revents: 0)
        repeat {
            _ = unsafe poll(&client, 1, -1)
            guard unsafe read(client.fd, &room, room.count) > 0 else { break }
        } while unsafe write(client.fd, answer, answer.count) > 0
        close(client.fd)
    }
}

/// Serves as the reference for a broadcast: one `read` from the first client, which alone sends,
/// and one `write` to each. It assumes that all frames have one length, or that each has
/// `requestLength` and is answered before the next one.
func serveBare(frameLength: Int, receivers: Int, requestLength: Int?) {
    let listener = listenBarely()
    let opened = (0..<receivers).map { _ in welcome(at: listener) }
    let frame = OutgoingWebSocketFrame.text([UInt8](repeating: 0x78, count: frameLength)).encoded()
    var room = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
        let count = unsafe read(opened[0], &room, room.count)
        guard count > 0 else { return }
        // A client's frame is longer by its mask, and all have the same payload.
        let copies = requestLength == nil ? count / (frame.count + 4) : 1
        let frames = [[UInt8]](repeating: frame, count: copies).flatMap(\.self)
        for descriptor in opened { _ = unsafe write(descriptor, frames, frames.count) }
    }
}

/// Serves as the reference for rooms: it relays each frame to all devices of its sender's room. The
/// clients of a room connect one after the other. It assumes that frames arrive whole.
func serveBareRooms(of devices: Int, receivers: Int) throws {
    let listener = listenBarely()
    let opened = (0..<receivers).map { _ in welcome(at: listener) }
    let loop = try Loop()
    let relays = try opened.indices.map { number in
        let first = number - number % devices
        return try BareRelay(
            from: opened[number], to: Array(opened[first..<first + devices]), on: loop)
    }
    loop.run()
    withExtendedLifetime(relays) {}
}

/// One `read` from a device, and one `write` to each of its room.
private final class BareRelay {
    private var readiness: ReadinessWatch?
    private var room = [UInt8](repeating: 0, count: 4_096)

    init(from sender: CInt, to receivers: [CInt], on loop: Loop) throws {
        readiness = try ReadinessWatch(of: Descriptor(rawValue: sender), on: loop) {
            [unowned self] _ in
            let count = unsafe read(sender, &room, room.count)
            guard count > 0 else { return loop.stop() }
            let frames = unmasked(room[..<count])
            for receiver in receivers { _ = unsafe write(receiver, frames, frames.count) }
        }
        readiness?.startPolling(for: .readable)
    }
}

/// Returns the frames of a client as a server would send them.
private func unmasked(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var frames: [UInt8] = []
    var position = 0
    while position < bytes.count {
        let length = Int(bytes[position + 1] & 127)
        let mask = position + (length == 126 ? 4 : 2)
        let size = length == 126 ? Int(bytes[mask - 2]) << 8 | Int(bytes[mask - 1]) : length
        frames += [bytes[position], UInt8(length)] + bytes[(position + 2)..<mask]
        for index in 0..<size { frames.append(bytes[mask + 4 + index] ^ bytes[mask + index % 4]) }
        position = mask + 4 + size
    }
    return frames
}

/// Accepts the next client and performs the handshake.
private func welcome(at listener: CInt) -> CInt {
    let descriptor = accept(listener, nil, nil)
    var one: CInt = 1
    unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    var room = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe read(descriptor, &room, room.count)
    var reader = RequestReader(limits: HTTPLimits())
    var position = 0
    let chunk = room.span.extracting(first: max(0, count))
    guard case .request(let request)? = try? reader.next(in: chunk, at: &position),
        let response = try? HTTPResponse(openingWebSocketFor: request)
    else { fatalError("the benchmark's own client does not ask rightly") }
    let bytes = response.encoded(answering: request)
    _ = unsafe write(descriptor, bytes, bytes.count)
    return descriptor
}
