internal import Glibc
internal import SimperiumLoop

extension Socket {
    /// What has come and was not read, up to so many bytes, which stay where they are; nil if
    /// nothing has come. Empty if nothing more will.
    func peek(atMost count: Int) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: count)
        let found = unsafe room.withUnsafeMutableBytes { room in
            unsafe recv(descriptor.rawValue, room.baseAddress, room.count, CInt(MSG_PEEK))
        }
        guard found >= 0 else { return errno == EAGAIN || errno == EINTR ? nil : [] }
        return Array(room.prefix(found))
    }

    /// Reads what was looked at.
    func skip(_ count: Int) {
        guard count > 0 else { return }
        var room = [UInt8](repeating: 0, count: count)
        _ = unsafe room.withUnsafeMutableBytes { room in
            unsafe recv(descriptor.rawValue, room.baseAddress, room.count, 0)
        }
    }
}
