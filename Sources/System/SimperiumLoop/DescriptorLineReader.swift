internal import Glibc

/// A reader that delivers lines from a descriptor as they arrive. Destroying the reader ends the
/// delivery.
package final class DescriptorLineReader {
    /// The maximum length of a line, in bytes. The rest of a longer line is dropped.
    private static let lengthLimit = 4_096

    private let descriptor: Descriptor
    private let take: (String?) -> Void
    private var readiness: ReadinessWatch?
    private var rest: [UInt8] = []
    /// The timer for the reads of a regular file, because the kernel can't poll such a file. Nil if
    /// the descriptor can be polled, or after the end of the input.
    private var idle: Timer?

    /// Begins to read. Calls `take` with each line, and with nil at the end of the input or after
    /// an error. The calls come in later turns of the loop, never during this initializer.
    package init(of descriptor: Descriptor, on loop: Loop, _ take: @escaping (String?) -> Void) {
        self.descriptor = descriptor
        self.take = take
        do throws(LibraryError) {
            readiness = try ReadinessWatch(of: descriptor, on: loop) { [unowned self] _ in read() }
            readiness?.startPolling(for: .readable)
        } catch {
            idle = Timer(on: loop) { [unowned self] in
                read()
                if idle != nil { idle?.arm(after: .zero) }
            }
            idle?.arm(after: .zero)
        }
    }

    private func read() {
        var room = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe Glibc.read(descriptor.rawValue, &room, room.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return finish() }
        for byte in room.prefix(count) {
            if byte == UInt8(ascii: "\n") {
                deliverLine()
            } else if rest.count < Self.lengthLimit {
                rest.append(byte)
            }
        }
    }

    private func finish() {
        readiness?.startPolling(for: [])
        idle = nil
        if !rest.isEmpty { deliverLine() }
        take(nil)
    }

    private func deliverLine() {
        let line = exchange(&rest, with: [])
        take(
            String(
                decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...],
                as: UTF8.self))
    }
}
