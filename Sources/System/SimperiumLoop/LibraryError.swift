internal import CSimperiumUV

/// An error of a C library or the kernel.
package struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    package let library: String
    package let operation: String
    package let reason: String

    package init(_ library: String, _ operation: String, reason: String) {
        self.library = library
        self.operation = operation
        self.reason = reason
    }

    package var description: String { "\(library): \(operation): \(reason)" }
}

extension LibraryError {
    /// Creates an error from a negative status of libuv. libuv has such a status for each `errno`.
    init(status: CInt, _ operation: String) {
        self.init("libuv", operation, reason: unsafe String(cString: uv_strerror(status)))
    }
}

func check(_ status: CInt, _ operation: String) throws(LibraryError) {
    guard status < 0 else { return }
    throw LibraryError(status: status, operation)
}
