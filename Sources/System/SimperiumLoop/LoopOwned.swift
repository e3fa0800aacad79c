internal import CSimperiumUV

/// An object that belongs to a loop. Call `end` only on the loop's thread.
class LoopOwned {
    /// Ends the delivery of events. A second call has no effect.
    func end() {}
}

/// The libuv handle of one timer, descriptor, signal or child, with its closure.
///
/// libuv uses the memory until it calls the close callback. Until that call, libuv holds a
/// reference to this object, and the object frees the memory only afterwards. So a closure can
/// safely drop its own timer or watch.
@safe class LibuvHandle<Event>: LoopOwned {
    private let memory: UnsafeMutableRawPointer
    private var action: ((Event) -> Void)?

    init(_ kind: uv_handle_type, _ action: @escaping (Event) -> Void) {
        unsafe memory = .allocate(byteCount: uv_handle_size(kind), alignment: 8)
        self.action = action
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// Returns the object that the `data` of a libuv handle references; nil if `data` is nil.
    static func handle(behind data: UnsafeMutableRawPointer?) -> Self? {
        unsafe data.map { unsafe Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
    }

    final func pointer<Kind>(to kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
        unsafe memory.assumingMemoryBound(to: kind)
    }

    /// Makes libuv reference this object. Call this as soon as libuv has initialised the memory.
    final func retainForLibuv() {
        unsafe uv_handle_set_data(generic, Unmanaged<LoopOwned>.passRetained(self).toOpaque())
    }

    final func deliver(_ event: Event) {
        action?(event)
    }

    final var isClosing: Bool { unsafe uv_is_closing(generic) != 0 }

    override final func end() {
        // The closure is removed first, because releasing it may end this object a second time.
        _ = action.take()
        // A child without a closure must still be reaped, or it stays a zombie.
        if unsafe uv_handle_get_type(generic) != UV_PROCESS { close() }
    }

    final func close() {
        unsafe closeHandle(generic)
    }

    private var generic: UnsafeMutablePointer<uv_handle_t> {
        unsafe pointer(to: uv_handle_t.self)
    }
}

/// Closes a handle of any kind, unless it is closing already.
func closeHandle(_ handle: UnsafeMutablePointer<uv_handle_t>) {
    guard unsafe uv_is_closing(handle) == 0 else { return }
    unsafe uv_close(handle) { handle in
        guard let data = unsafe uv_handle_get_data(handle) else { return }
        let owned = unsafe Unmanaged<LoopOwned>.fromOpaque(data).takeRetainedValue()
        owned.end()
    }
}
