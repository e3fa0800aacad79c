internal import Glibc
internal import SimperiumLoop

extension Socket {
    /// Returns up to so many received bytes without reading them; nil if there are none yet. Empty
    /// at the end.
    func peek(atMost count: Int) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: count)
        let found = unsafe room.withUnsafeMutableBytes { room in
            unsafe recv(descriptor.rawValue, room.baseAddress, room.count, CInt(MSG_PEEK))
        }
        guard found >= 0 else { return errno == EAGAIN || errno == EINTR ? nil : [] }
        return Array(room.prefix(found))
    }

    /// Reads the bytes of a peek.
    func skip(_ count: Int) {
        guard count > 0 else { return }
        var room = [UInt8](repeating: 0, count: count)
        _ = unsafe room.withUnsafeMutableBytes { room in
            unsafe recv(descriptor.rawValue, room.baseAddress, room.count, 0)
        }
    }
}
