/// A C library or the kernel said no.
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
