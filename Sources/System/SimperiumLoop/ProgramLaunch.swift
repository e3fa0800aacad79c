internal import CSimperiumUV
internal import Glibc

/// The launch of a program: its name, arguments, environment and descriptors.
package struct ProgramLaunch: Hashable, Sendable {
    /// The target of one of the program's descriptors.
    package enum Stream: Hashable, Sendable {
        case null
        /// A descriptor of this process. As the program's standard input, output or error, it
        /// becomes blocking, also in this process.
        case sharing(Descriptor)
    }

    /// The name or path. A name without a slash is looked up in `PATH`.
    package var name: String
    package var arguments: [String]
    /// The whole environment; nil to inherit that of this process.
    package var environment: [String: String]?
    package var directory: String?
    /// The program's standard input, output and error, and any further descriptors in order.
    package var streams: [Stream]
    /// True if the program runs in a session of its own. The program can then outlive this process
    /// and the terminal.
    package var isDetached: Bool

    package init(
        _ name: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        directory: String? = nil, streams: [Stream] = [.null, .null, .null],
        isDetached: Bool = false
    ) {
        self.name = name
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.streams = streams
        self.isDetached = isDetached
    }
}

extension ProgramLaunch {
    /// Calls `body` with libuv's options for this launch, and returns the result of `body`. The
    /// options are valid only during the call.
    func withLibuvOptions(_ body: (inout uv_process_options_t) -> CInt) -> CInt {
        let arguments = unsafe makeCStringList(of: [name] + arguments)
        defer { unsafe freeCStringList(arguments) }
        let settings = unsafe settings.map { unsafe makeCStringList(of: $0) }
        defer { unsafe settings.map { unsafe freeCStringList($0) } }
        let directory = unsafe directory.flatMap { unsafe strdup($0) }
        defer { unsafe free(directory) }
        var options = unsafe uv_process_options_t()
        unsafe options.file = UnsafePointer(arguments.pointee)
        unsafe options.args = arguments
        unsafe options.env = settings
        unsafe options.cwd = UnsafePointer(directory)
        unsafe options.flags = isDetached ? UV_PROCESS_DETACHED.rawValue : 0
        var containers = unsafe streams.map { unsafe $0.container }
        return unsafe containers.withUnsafeMutableBufferPointer { containers in
            unsafe options.stdio = containers.baseAddress
            unsafe options.stdio_count = CInt(containers.count)
            return unsafe body(&options)
        }
    }

    /// The environment as sorted texts of the form `NAME=value`; nil to inherit this process's
    /// environment.
    private var settings: [String]? {
        environment?.map { "\($0.key)=\($0.value)" }.sorted()
    }
}

extension ProgramLaunch.Stream {
    fileprivate var container: uv_stdio_container_t {
        var container = unsafe uv_stdio_container_t()
        switch self {
        case .null:
            unsafe container.flags = UV_IGNORE
        case .sharing(let descriptor):
            unsafe container.flags = UV_INHERIT_FD
            unsafe container.data.fd = descriptor.rawValue
        }
        return unsafe container
    }
}

/// Returns a list of C strings that ends with nil. `freeCStringList` frees it.
private func makeCStringList(
    of texts: [String]
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
        capacity: texts.count + 1)
    for (index, text) in texts.enumerated() {
        unsafe (list + index).initialize(to: strdup(text))
    }
    unsafe (list + texts.count).initialize(to: nil)
    return unsafe list
}

private func freeCStringList(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
    var entry = unsafe list
    while let text = unsafe entry.pointee {
        unsafe free(text)
        unsafe entry += 1
    }
    unsafe list.deallocate()
}
