internal import CSimperiumUV
internal import Glibc

/// An open file, socket, pipe or terminal, by the number that the kernel gave it.
///
/// A name, not an owner: it is closed by what opened it.
package struct Descriptor: RawRepresentable, Hashable, Sendable {
    package static let standardInput = Descriptor(rawValue: 0)
    package static let standardOutput = Descriptor(rawValue: 1)
    package static let standardError = Descriptor(rawValue: 2)

    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package var isTerminal: Bool { uv_guess_handle(rawValue) == UV_TTY }

    /// Writes a line for people to read. If that fails there is no reader, and nothing is to be
    /// done.
    package func say(_ line: String) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe write(rawValue, bytes.baseAddress, bytes.count)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
