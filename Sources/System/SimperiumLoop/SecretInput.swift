internal import CSimperiumUV
internal import Glibc

/// A reader of one line of standard input, such as a password. A user types the line, with or
/// without echo, or another program writes it.
package enum SecretInput {
    /// The maximum length of a line, in bytes. The rest of a longer line is dropped.
    private static let lengthLimit = 1_024
    private static let interrupt: UInt8 = 3
    private static let end: UInt8 = 4
    private static let backspaces: [UInt8] = [8, 127]
    private static let erase: UInt8 = 21

    /// Prompts for a line if standard input is a terminal, and returns the line without its
    /// newline. Returns nil if the input has ended, or if the user cancels a hidden line with
    /// Ctrl-C or Ctrl-D. Unless `isShown`, the terminal does not echo the line. The terminal's
    /// modes are restored afterwards.
    package static func readLine(prompt: String, isShown: Bool) -> [UInt8]? {
        let input = Descriptor.standardInput
        if input.isTerminal { Descriptor.standardError.writeText(prompt) }
        guard input.isTerminal, !isShown else { return readLine(isTyped: false) }
        var before = termios()
        _ = unsafe tcgetattr(input.rawValue, &before)
        var modes = before
        // Ctrl-C arrives as a byte and not as a signal, so it can't leave the terminal without
        // echo.
        modes.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        _ = unsafe tcsetattr(input.rawValue, TCSANOW, &modes)
        defer {
            _ = unsafe tcsetattr(input.rawValue, TCSANOW, &before)
            Descriptor.standardError.writeText("\n")
        }
        return readLine(isTyped: true)
    }

    private static func readLine(isTyped: Bool) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = unsafe read(Descriptor.standardInput.rawValue, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : line }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return line
            case interrupt where isTyped, end where isTyped: return nil
            case erase where isTyped: line = []
            case _ where isTyped && backspaces.contains(byte):
                // A character of several bytes is erased as one.
                while let last = line.popLast(), last & 0xC0 == 0x80 {}
            default: if line.count < lengthLimit { line.append(byte) }
            }
        }
    }
}
