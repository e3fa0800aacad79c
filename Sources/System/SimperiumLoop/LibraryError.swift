internal import CSimperiumUV
internal import Glibc

/// An error that a C library or the kernel has reported.
package struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library, if it matters to the reader; nil for the kernel and libuv.
    package let library: String?
    /// The operation: in the library's words, or as a phrase such as `open FILE` if `library` is
    /// nil. The file is the one that the caller named, not a draft of it.
    package let operation: String
    package let reason: String
    /// libuv's code for the error; 0 if the library reported only a text.
    private let status: CInt

    package init(_ library: String, _ operation: String, reason: String) {
        self.library = library
        self.operation = operation
        self.reason = reason
        status = 0
    }

    /// The error in words for people.
    package var description: String {
        library.map { "\($0): \(operation): \(reason)" } ?? "can't \(operation): \(reason)"
    }
}

extension LibraryError {
    /// Creates an error from a negative status of libuv. libuv has such a status for each `errno`.
    init(status: CInt, _ operation: String, of library: String? = nil) {
        self.library = library
        self.operation = operation
        reason = unsafe String(cString: uv_strerror(status))
        self.status = status
    }

    /// Creates the error of a system call from a code of `errno`.
    init(_ code: CInt, _ operation: String) {
        self.init(status: uv_translate_sys_error(code), operation)
    }

    /// Creates the error of a library's system call from a code of `errno`.
    package init(_ library: String?, _ operation: String, code: CInt) {
        self.init(status: uv_translate_sys_error(code), operation, of: library)
    }

    /// True if a file, or a line of a file, has more bytes than its reader allows.
    package var isOfLongFile: Bool { status == UV_EFBIG.rawValue }

    /// True if this process may not open a file.
    package var isOfDeniedPermission: Bool { status == UV_EACCES.rawValue }

    /// True if an address can't be bound because another socket is bound to it.
    package var isOfAddressInUse: Bool { status == UV_EADDRINUSE.rawValue }

    /// True if an address can't be bound because it does not belong to this machine.
    package var isOfForeignAddress: Bool { status == UV_EADDRNOTAVAIL.rawValue }
}

/// Throws the error in `errno` if the result of a system call is negative.
func checkSystemCall(
    _ result: some SignedInteger, _ operation: @autoclosure () -> String
) throws(LibraryError) {
    guard result < 0 else { return }
    throw LibraryError(errno, operation())
}

/// Throws libuv's error if `status` is negative.
func checkLibuvStatus(_ status: CInt, _ operation: String) throws(LibraryError) {
    guard status < 0 else { return }
    throw LibraryError(status: status, operation)
}
