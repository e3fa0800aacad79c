internal import CSimperiumOpenSSL

/// The encrypted bytes on their way to and from a TLS session.
///
/// OpenSSL reads and writes them through a BIO of our own. OpenSSL's memory BIO would keep as much
/// memory as the handshake has needed, for as long as the connection lasts.
@safe final class TLSBuffer {
    /// The received bytes. The session has read those before `position`.
    private var incoming: [UInt8] = []
    /// The number of bytes of `incoming` that the session has read.
    private var position = 0
    private var outgoing: [UInt8] = []

    /// Returns a BIO that reads from this buffer and writes to it; nil if there is no memory. The
    /// buffer must exist as long as the BIO.
    func makeBIO() -> OpaquePointer? {
        guard let bio = unsafe BIO_new(Self.method) else { return nil }
        unsafe BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        unsafe BIO_set_init(bio, 1)
        return unsafe bio
    }

    func addReceived(_ bytes: Span<UInt8>) {
        guard position < incoming.count else {
            incoming = [UInt8](copying: bytes)
            position = 0
            return
        }
        incoming.removeFirst(position)
        position = 0
        unsafe bytes.withUnsafeBufferPointer { unsafe incoming.append(contentsOf: $0) }
    }

    /// Removes and returns all bytes that wait to be sent.
    func takeOutput() -> [UInt8] { exchange(&outgoing, with: []) }

    private func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count, incoming.count - position)
        unsafe incoming.withUnsafeBytes { bytes in
            unsafe room.copyMemory(from: .init(rebasing: bytes[position..<position + count]))
        }
        position += count
        // An idle session holds no memory here.
        if position == incoming.count { (incoming, position) = ([], 0) }
        return count
    }
}

extension TLSBuffer {
    nonisolated(unsafe) private static let method: OpaquePointer? = {
        let kind = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
        guard let method = unsafe BIO_meth_new(kind, "TLS buffer") else { return nil }
        unsafe BIO_meth_set_read(method) { bio, room, count in
            let buffer = unsafe TLSBuffer.fromBIO(bio)
            unsafe ttt_bio_set_done(bio)
            let room = unsafe UnsafeMutableRawBufferPointer(start: room, count: Int(count))
            let read = unsafe buffer.read(into: room)
            guard read == 0 else { return CInt(read) }
            unsafe ttt_bio_set_read_later(bio)
            return -1
        }
        unsafe BIO_meth_set_write(method) { bio, bytes, count in
            let buffer = unsafe TLSBuffer.fromBIO(bio)
            unsafe ttt_bio_set_done(bio)
            unsafe buffer.outgoing.append(
                contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            return count
        }
        unsafe BIO_meth_set_ctrl(method) { bio, command, _, _ in
            switch command {
            case BIO_CTRL_FLUSH: 1
            case BIO_CTRL_PENDING:
                unsafe CLong(
                    TLSBuffer.fromBIO(bio).incoming.count - TLSBuffer.fromBIO(bio).position)
            default: 0
            }
        }
        return unsafe method
    }()

    private static func fromBIO(_ bio: OpaquePointer?) -> TLSBuffer {
        guard let data = unsafe BIO_get_data(bio) else { preconditionFailure("a BIO has a buffer") }
        return unsafe Unmanaged<TLSBuffer>.fromOpaque(data).takeUnretainedValue()
    }
}
