internal import CSimperiumUV
internal import Glibc

/// A watch that reports when a descriptor can be read from or written to. Destroying the value ends
/// the watch.
///
/// Only one value may watch a descriptor at a time. Destroy the value before you close the
/// descriptor.
@safe package struct ReadinessWatch: ~Copyable {
    /// The operations that are possible without waiting. An error and the end of the stream count
    /// as well, because reading or writing then returns at once.
    package struct Event: OptionSet, Hashable, Sendable {
        package static let readable = Event(rawValue: 1)
        package static let writable = Event(rawValue: 2)
        /// A failure of polling. This event is reported together with the awaited events.
        package static let failed = Event(rawValue: 128)

        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
    }

    private let loop: Loop
    private let watch: ReadinessHandle

    /// Creates a watch on a descriptor. The watch awaits no events before `startPolling`.
    package init(
        of descriptor: Descriptor, on loop: Loop, _ deliver: @escaping (Event) -> Void
    ) throws(LibraryError) {
        loop.checkOpen()
        self.loop = loop
        watch = try ReadinessHandle(descriptor, on: loop, deliver)
    }

    deinit {
        loop.end(watch)
    }

    /// Awaits `events` from now on, instead of the earlier ones. The watch's closure is called in
    /// each turn while at least one of `events` is possible.
    ///
    /// After a failure, the watch awaits no events until the next call.
    package func startPolling(for events: Event) {
        watch.startPolling(for: events)
    }
}

@safe final class ReadinessHandle: LibuvHandle<ReadinessWatch.Event> {
    private var events: ReadinessWatch.Event = []

    init(
        _ descriptor: Descriptor, on loop: Loop, _ deliver: @escaping (ReadinessWatch.Event) -> Void
    ) throws(LibraryError) {
        super.init(UV_POLL, deliver)
        // libuv makes the descriptor nonblocking. But a terminal is shared with other programs, and
        // with our own output, so the mode of a blocking descriptor is restored.
        let mode = fcntl(descriptor.rawValue, F_GETFL)
        try unsafe checkLibuvStatus(
            uv_poll_init(loop.handle, poll, descriptor.rawValue), "wait for input or output")
        if mode & O_NONBLOCK == 0 { _ = fcntl(descriptor.rawValue, F_SETFL, mode) }
        retainForLibuv()
    }

    func startPolling(for events: ReadinessWatch.Event) {
        guard events != self.events, !isClosing else { return }
        self.events = events
        unsafe uv_poll_start(poll, CInt(events.rawValue)) { handle, status, events in
            guard let watch = unsafe ReadinessHandle.handle(behind: handle?.pointee.data) else {
                return
            }
            if status < 0 {
                watch.reportFailure()
            } else {
                watch.deliver(ReadinessWatch.Event(rawValue: UInt8(events)))
            }
        }
    }

    /// Reports all awaited events, and a failure, after libuv has stopped polling because of an
    /// error. The owner then tries to read or write, and gets the error from the kernel.
    private func reportFailure() {
        let awaited = events
        events = []
        deliver(awaited.union(.failed))
    }

    private var poll: UnsafeMutablePointer<uv_poll_t> { unsafe pointer(to: uv_poll_t.self) }
}
