internal import CSimperiumUV

/// A subscription to signals that this process receives. Destroying the value ends the
/// subscription.
///
/// Several signals of a kind may be delivered as one. After the subscription has ended, each signal
/// has its default effect again. For example, `Signal.suspend` then stops the process.
@safe package struct SignalSubscription: ~Copyable {
    private let loop: Loop
    private let watches: [SignalWatch]

    package init(
        _ signals: [Signal], on loop: Loop, _ deliver: @escaping (Signal) -> Void
    ) throws(LibraryError) {
        loop.checkOpen()
        self.loop = loop
        var watches: [SignalWatch] = []
        do throws(LibraryError) {
            for signal in signals { watches.append(try SignalWatch(signal, on: loop, deliver)) }
        } catch {
            for watch in watches { watch.end() }
            throw error
        }
        self.watches = watches
        for signal in signals { signal.unblock() }
    }

    deinit {
        for watch in watches { loop.end(watch) }
    }
}

@safe private final class SignalWatch: LibuvHandle<Signal> {
    init(
        _ signal: Signal, on loop: Loop, _ deliver: @escaping (Signal) -> Void
    ) throws(LibraryError) {
        super.init(UV_SIGNAL, deliver)
        let watch = unsafe pointer(to: uv_signal_t.self)
        try unsafe checkLibuvStatus(uv_signal_init(loop.handle, watch), "wait for signals")
        retainForLibuv()
        let status = unsafe uv_signal_start(
            watch,
            { handle, number in
                unsafe SignalWatch.handle(behind: handle?.pointee.data)?
                    .deliver(Signal(rawValue: number))
            }, signal.rawValue)
        guard status < 0 else { return }
        end()
        throw LibraryError(status: status, "wait for signals")
    }
}
