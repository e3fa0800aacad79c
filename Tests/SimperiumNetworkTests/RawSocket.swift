import Glibc
import SimperiumLoop
import SimperiumNetwork
import Testing

/// A client that sends arbitrary bytes and stores all that it receives, optionally over TLS.
final class RawSocket {
    private(set) var received: [UInt8] = []
    /// True if the server has finished writing.
    private(set) var hasEnded = false
    /// True if the connection broke.
    private(set) var wasReset = false
    /// Called when bytes have been received, before anything else happens.
    var onBytes: (() -> Void)?
    private let tls: TLSSession?
    private var descriptor: Int32
    private var readiness: ReadinessWatch?
    private var unsent: [UInt8] = []
    private var unencrypted: [UInt8] = []
    private var room = [UInt8](repeating: 0, count: 65_536)

    /// Connects to `port` of this machine.
    init(
        to port: UInt16, on loop: Loop, tls: TLSSession? = nil, receiveBuffer: Int32? = nil
    ) throws {
        self.tls = tls
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var size = receiveBuffer {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            throw LibraryError("test", "connect", reason: unsafe String(cString: strerror(errno)))
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        readiness = try ReadinessWatch(of: Descriptor(rawValue: descriptor), on: loop) {
            [unowned self] in ready($0)
        }
        readiness?.startPolling(for: .readable)
        flush()
    }

    deinit {
        close()
    }

    var text: String { String(decoding: received, as: UTF8.self) }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) {
        if tls == nil { unsent += bytes } else { unencrypted += bytes }
        flush()
    }

    func forget() {
        received = []
    }

    /// Reads, or leaves all bytes in the kernel.
    func setReading(_ isReading: Bool) {
        readiness?.startPolling(for: isReading ? .readable : [])
    }

    func finishWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func close() {
        readiness = nil
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Closes with a reset, which is an error for the server's kernel.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, size)
        close()
    }

    /// The ports of both ends of a socket; none if it is not one.
    static func ports(of number: Int) -> [UInt16] {
        [port(of: number, isLocal: true), port(of: number, isLocal: false)].compactMap(\.self)
    }

    private static func port(of number: Int, isLocal: Bool) -> UInt16? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe isLocal
                    ? getsockname(Int32(number), address, &length)
                    : getpeername(Int32(number), address, &length)
            }
        }
        let isInternet = address.sin_family == sa_family_t(AF_INET)
        return status == 0 && isInternet ? UInt16(bigEndian: address.sin_port) : nil
    }
}

extension RawSocket {
    private func ready(_ events: ReadinessWatch.Event) {
        if events.contains(.writable) { flush() }
        if events.contains(.readable) { read() }
    }

    private func read() {
        let count = unsafe recv(descriptor, &room, room.count, 0)
        guard count > 0 else {
            if count < 0, errno == EAGAIN { return }
            if count == 0 { hasEnded = true } else { wasReset = true }
            readiness = nil
            return
        }
        if let tls {
            try? tls.bufferReceived(room.span.extracting(first: count))
            received += (try? tls.readAll())?.0 ?? []
            flush()
        } else {
            received += room.prefix(count)
        }
        onBytes?()
    }

    private func flush() {
        if let tls {
            if tls.isHandshakeComplete, !unencrypted.isEmpty {
                try? tls.write(unencrypted.span)
                unencrypted = []
            }
            unsent += tls.takeOutput()
        }
        guard descriptor >= 0, !unsent.isEmpty else { return }
        let count = unsafe Glibc.send(descriptor, unsent, unsent.count, Int32(MSG_NOSIGNAL))
        if count > 0 { unsent.removeFirst(count) }
        readiness?.startPolling(for: unsent.isEmpty ? .readable : [.readable, .writable])
    }
}

/// The bytes of clients' messages.
enum Wire {
    static let upgrade = """
        GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n
        """

    static let deflatedUpgrade =
        String(upgrade.dropLast()) + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"

    static func get(_ path: String, _ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    /// A client's frame, with a mask of zeros.
    static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
        precondition(payload.count < 65_536)
        let length: [UInt8] =
            payload.count < 126
            ? [0x80 | UInt8(payload.count)]
            : [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        return [first] + length + [0, 0, 0, 0] + payload
    }

    static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

    static func close(_ code: UInt16) -> [UInt8] {
        frame(0x88, [UInt8(code >> 8), UInt8(code & 255)])
    }

    /// A server's close frame.
    static func serverClose(_ code: UInt16, _ text: String = "") -> [UInt8] {
        [0x88, UInt8(2 + text.utf8.count), UInt8(code >> 8), UInt8(code & 255)] + text.utf8
    }

    /// A server's short text.
    static func serverText(_ text: String) -> [UInt8] {
        [0x81, UInt8(text.utf8.count)] + text.utf8
    }
}

extension RawSocket {
    /// Drops the head of an answer once it is complete, and keeps the bytes behind it.
    private func dropHead() -> Bool {
        let end = Array("\r\n\r\n".utf8)
        let starts = received.indices.dropLast(3)
        guard let start = starts.first(where: { received[$0..<$0 + 4] == end[...] }) else {
            return false
        }
        received.removeFirst(start + 4)
        return true
    }

    /// Connects with TLS, if the station expects that.
    convenience init(to station: Station, receiveBuffer: Int32? = nil) throws {
        let tls =
            station.isEncrypted ? try TLSSession(clientOf: .trusting, host: "127.0.0.1") : nil
        try self.init(
            to: station.port, on: station.loop, tls: tls, receiveBuffer: receiveBuffer)
    }

    /// Connects, and opens a WebSocket.
    static func webSocket(
        at station: Station, receiveBuffer: Int32? = nil, _ request: String = Wire.upgrade
    ) throws -> RawSocket {
        let socket = try RawSocket(to: station, receiveBuffer: receiveBuffer)
        socket.send(request)
        station.run { socket.dropHead() || socket.hasEnded || socket.wasReset }
        return socket
    }
}
