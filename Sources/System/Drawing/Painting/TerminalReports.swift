/// What a terminal is asked to report besides keys.
package struct TerminalReports: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let mouse = TerminalReports(rawValue: 1)
    package static let paste = TerminalReports(rawValue: 2)

    /// What asks for these reports.
    package var request: String {
        (contains(.mouse) ? "\u{1B}[?1000h\u{1B}[?1006h" : "")
            + (contains(.paste) ? "\u{1B}[?2004h" : "")
    }

    /// What ends them.
    package var cancellation: String {
        (contains(.paste) ? "\u{1B}[?2004l" : "")
            + (contains(.mouse) ? "\u{1B}[?1006l\u{1B}[?1000l" : "")
    }
}
