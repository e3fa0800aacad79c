internal import CSimperiumUV

/// A program that this process has started. Dropping the value does not end the program.
///
/// The loop reaps the program even after the value has been dropped, so the program never remains a
/// zombie while the loop runs.
@safe package struct ChildProcess: ~Copyable {
    package enum End: Hashable, Sendable {
        case exited(Int)
        case killed(Signal)
    }

    package let id: Int32
    private let loop: Loop
    private let handle: ChildHandle

    /// Starts `program`, and calls `ended` when the program ends, unless this value has been
    /// dropped. Throws if the program can't be started, for example because there is no such file.
    package init(
        _ program: ProgramLaunch, on loop: Loop, _ ended: @escaping (End) -> Void
    ) throws(LibraryError) {
        loop.checkOpen()
        self.loop = loop
        handle = try ChildHandle(program, on: loop, ended)
        id = handle.id
    }

    deinit {
        loop.end(handle)
    }

    /// Sends a signal, unless the program has ended.
    package func send(_ signal: Signal) {
        handle.send(signal)
    }
}

/// The libuv handle of a `ChildProcess`, kept until the process has ended.
@safe private final class ChildHandle: LibuvHandle<ChildProcess.End> {
    init(
        _ program: ProgramLaunch, on loop: Loop, _ ended: @escaping (ChildProcess.End) -> Void
    ) throws(LibraryError) {
        super.init(UV_PROCESS, ended)
        let status = unsafe program.withLibuvOptions { options in
            unsafe options.exit_cb = { handle, code, signal in
                guard let child = unsafe ChildHandle.handle(behind: handle?.pointee.data) else {
                    return
                }
                // Closed first, so that no signal is sent to a later process with the same id.
                child.close()
                child.deliver(signal == 0 ? .exited(Int(code)) : .killed(Signal(rawValue: signal)))
            }
            return unsafe uv_spawn(loop.handle, process, &options)
        }
        // The handle of a program that did not start must be closed, too.
        retainForLibuv()
        guard status < 0 else { return }
        close()
        throw LibraryError(status: status, "start \(program.name)")
    }

    func send(_ signal: Signal) {
        guard !isClosing else { return }
        unsafe uv_process_kill(process, signal.rawValue)
    }

    var id: Int32 { unsafe process.pointee.pid }

    private var process: UnsafeMutablePointer<uv_process_t> {
        unsafe pointer(to: uv_process_t.self)
    }
}
