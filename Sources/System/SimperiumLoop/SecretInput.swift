internal import CSimperiumUV
internal import Glibc

/// A reader for a line that a user types without echo, or that another program writes.
package enum SecretInput {
    private static let interrupt: UInt8 = 3
    private static let end: UInt8 = 4
    private static let backspaces: [UInt8] = [8, 127]
    private static let erase: UInt8 = 21

    /// Returns a line without its end, cut to `longest` bytes; nil at the end of the input, or if
    /// the user cancelled. Unless `isShown`, a terminal shows none of it, and its modes are
    /// restored afterwards.
    package static func readLine(
        from descriptor: Descriptor, prompt: String, isShown: Bool = false, longest: Int = 1_024
    ) -> [UInt8]? {
        let isTerminal = descriptor.isTerminal
        if isTerminal { Descriptor.standardError.write(prompt) }
        guard isTerminal, !isShown else { return read(descriptor, longest, isTyped: false) }
        var before = termios()
        _ = unsafe tcgetattr(descriptor.rawValue, &before)
        var modes = before
        // Keys arrive one by one, so that an interrupt can't leave the terminal without echo.
        modes.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        _ = unsafe tcsetattr(descriptor.rawValue, TCSANOW, &modes)
        defer {
            _ = unsafe tcsetattr(descriptor.rawValue, TCSANOW, &before)
            Descriptor.standardError.write("\n")
        }
        return read(descriptor, longest, isTyped: true)
    }

    private static func read(_ descriptor: Descriptor, _ longest: Int, isTyped: Bool) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = unsafe Glibc.read(descriptor.rawValue, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : line }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return line
            case interrupt where isTyped, end where isTyped: return nil
            case erase where isTyped: line = []
            case _ where isTyped && backspaces.contains(byte):
                // A character of several bytes is erased as one.
                while let last = line.popLast(), last & 0xC0 == 0x80 {}
            default: if line.count < longest { line.append(byte) }
            }
        }
    }
}
