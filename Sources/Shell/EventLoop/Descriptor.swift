internal import CUV

/// An open file, socket, pipe or terminal, by the number that the kernel gave it.
///
/// A name, not an owner: whoever opened it closes it.
package struct Descriptor: RawRepresentable, Hashable, Sendable {
    package static let standardInput = Descriptor(rawValue: 0)
    package static let standardOutput = Descriptor(rawValue: 1)
    package static let standardError = Descriptor(rawValue: 2)

    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package var isTerminal: Bool { uv_guess_handle(rawValue) == UV_TTY }
}
