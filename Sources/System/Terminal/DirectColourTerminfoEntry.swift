internal import Glibc

/// A compiled terminfo entry that describes an xterm-like terminal with direct colours to ncurses.
///
/// Debian's own entries have only numbered colours, and end reversal only together with all
/// colours, which would double the bytes of a piece's picture. A terminal that differs from xterm
/// in a used capability keeps its own entry.
struct DirectColourTerminfoEntry {
    private static let name = "tictactoe-xterm"

    let erasesWithBackground: Bool

    /// Calls `open` with the name of this entry, and returns the result. ncurses finds this entry,
    /// and no other, during the call.
    func withTerminfoInEnvironment<Result>(_ open: (String) -> Result) -> Result {
        let before = unsafe getenv("TERMINFO").map { unsafe String(cString: $0) }
        let digits = compiled.map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return byte < 16 ? "0" + text : text
        }
        unsafe setenv("TERMINFO", "hex:" + digits.joined(), 1)
        defer {
            if let before {
                unsafe setenv("TERMINFO", before, 1)
            } else {
                unsafe unsetenv("TERMINFO")
            }
        }
        return open(Self.name)
    }

    /// The entry in the format of term(5), with 32-bit numbers, and with the offset of each string
    /// in a table. The extended capability `RGB` is added by name, for direct colours.
    private var compiled: [UInt8] {
        let name = Array(Self.name.utf8) + [0]
        var table: [UInt8] = []
        var places = [Int16](repeating: -1, count: (strings.map(\.number).max() ?? 0) + 1)
        for string in strings {
            places[string.number] = Int16(table.count)
            table += Array(string.text.utf8) + [0]
        }
        var flags = [UInt8](repeating: 0, count: 29)
        for flag in [1, 4, 14] + (erasesWithBackground ? [28] : []) { flags[flag] = 1 }
        var numbers = [Int32](repeating: -1, count: 15)
        (numbers[0], numbers[2]) = (80, 24)
        (numbers[13], numbers[14]) = (0x100_0000, 0x7FFF)
        var entry: [UInt8] = []
        for count in [0x21E, name.count, flags.count, numbers.count, places.count, table.count] {
            entry.append(short: Int16(count))
        }
        entry += name + flags
        if !entry.count.isMultiple(of: 2) { entry.append(0) }
        for number in numbers {
            entry.append(short: Int16(truncatingIfNeeded: number))
            entry.append(short: Int16(truncatingIfNeeded: number >> 16))
        }
        for place in places { entry.append(short: place) }
        entry += table
        return entry.withDirectColours
    }

    /// The string capabilities by their numbers in ncurses's `term.h`.
    private var strings: [(number: Int, text: String)] {
        [
            (1, "\u{7}"), (2, "\r"), (5, "\u{1B}[H\u{1B}[2J"), (6, "\u{1B}[K"), (7, "\u{1B}[J"),
            (8, "\u{1B}[%i%p1%dG"), (10, "\u{1B}[%i%p1%d;%p2%dH"), (11, "\n"), (12, "\u{1B}[H"),
            (13, "\u{1B}[?25l"), (14, "\u{8}"), (16, "\u{1B}[?25h"), (17, "\u{1B}[C"),
            (19, "\u{1B}[A"), (27, "\u{1B}[1m"), (28, "\u{1B}[?1049h"), (30, "\u{1B}[2m"),
            (34, "\u{1B}[7m"), (35, "\u{1B}[7m"), (36, "\u{1B}[4m"), (39, "\u{1B}[m"),
            (40, "\u{1B}[?1049l"), (43, "\u{1B}[27m"), (44, "\u{1B}[24m"),
            (107, "\u{1B}[%p1%dB"), (111, "\u{1B}[%p1%dD"), (112, "\u{1B}[%p1%dC"),
            (114, "\u{1B}[%p1%dA"), (127, "\u{1B}[%i%p1%dd"),
            // Without these, the last cell of the last row would stay empty.
            (151, "\u{1B}[?7h"), (152, "\u{1B}[?7l"), (297, "\u{1B}[39;49m"),
            (359, colourCapability(3)), (360, colourCapability(4)),
        ]
    }

    /// Returns the capability that sets a colour by its number. `first` is 3 for the foreground and
    /// 4 for the background. Numbers below 16 are the terminal's own colours, and those below 256
    /// its palette. Higher numbers consist of red, green and blue.
    private func colourCapability(_ first: Int) -> String {
        let bright = first == 3 ? "9" : "10"
        let numbered = "%?%p1%{8}%<%t\(first)%p1%d%e%p1%{16}%<%t\(bright)%p1%{8}%-%d%e"
        let direct =
            "%p1%{256}%<%t\(first)8;5;%p1%d%e\(first)8;2;%p1%{65536}%/%d;"
            + "%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
        return "\u{1B}[\(numbered)\(direct)%;m"
    }
}

extension [UInt8] {
    fileprivate mutating func append(short number: Int16) {
        append(UInt8(truncatingIfNeeded: number))
        append(UInt8(truncatingIfNeeded: number >> 8))
    }

    /// The entry with the extended capability `RGB`, which has a name but no number.
    fileprivate var withDirectColours: [UInt8] {
        var entry = self
        if !entry.count.isMultiple(of: 2) { entry.append(0) }
        for count: Int16 in [1, 0, 0, 1, 4] { entry.append(short: count) }
        entry += [1, 0]
        entry.append(short: 0)
        return entry + Array("RGB".utf8) + [0]
    }
}
