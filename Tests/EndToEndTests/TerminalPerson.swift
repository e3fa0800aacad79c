import Drawing
import Glibc
import TestSupport
import Testing

/// A user at a terminal, who types and reads. Waits for texts on the screen, never for a time.
final class TerminalPerson: CustomTestStringConvertible {
    /// Long enough for any machine: a longer wait is a fault.
    private static let patience = Duration.seconds(120)

    private let terminal: PseudoTerminal
    private(set) var screen: Emulator
    private(set) var end: PseudoTerminal.End?
    /// All output of the program. Empty unless `keepsBytes`.
    private(set) var received: [UInt8] = []
    private let keepsBytes: Bool
    private var hasWaitedInVain = false

    init(
        _ arguments: [String], rows: Int = 24, columns: Int = 80, term: String? = "xterm-256color",
        program: String = PipedProgram.ours, environment: [String: String] = [:],
        keepsBytes: Bool = false
    ) throws {
        self.keepsBytes = keepsBytes
        let size = Size(rows: rows, columns: columns)
        var standard = [
            "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/dev/null",
            "TICTACTOE_PORT": "\(try freePort())", "TICTACTOE_IDLE_EXIT": "5",
        ]
        standard["TERM"] = term
        terminal = try PseudoTerminal(
            program, arguments, size: size,
            environment: standard.merging(environment) { $1 })
        screen = Emulator(size)
    }

    var testDescription: String { "a person" }
    var process: pid_t { terminal.process }
    var bytesShown: Int { terminal.bytesShown }
    var isTerminalSane: Bool { terminal.isSane }

    /// Types keys: single characters, or one of the names below.
    func press(_ keys: String...) {
        for key in keys { terminal.write(Array((Self.keys[key] ?? key).utf8)) }
    }

    /// Chooses an action by a part of its name.
    func chooses(_ name: String, at location: SourceLocation = #_sourceLocation) {
        press(":", name)
        waits(for: "the action \(name)", at: location) { screen in
            screen.text.lowercased().contains("▸ \(name)")
                || screen.text.lowercased().contains("> \(name)")
        }
        press("enter")
    }

    /// Answers an invitation once its box takes keys.
    func accepts(_ name: String, at location: SourceLocation = #_sourceLocation) {
        sees("\(name) invites you to play", at: location)
        waits(for: "a selected answer", at: location) { screen in
            screen.text.contains("▸ Play") || screen.text.contains("> Play")
        }
        press("enter")
    }

    /// Types a key repeatedly without looking at the screen, each time as soon as the program has
    /// read the last one.
    func pressesBlindly(
        _ key: String, times: Int = 1, at location: SourceLocation = #_sourceLocation
    ) {
        for _ in 0..<times {
            press(key)
            let isTaken = waitUntil(within: Self.patience, every: .microseconds(200)) {
                !terminal.hasUnheardKeys
            }
            guard isTaken else {
                Issue.record("nobody takes \(key)", sourceLocation: location)
                return
            }
        }
    }

    /// Waits until all of `texts` are shown at once; `longer` than usual if necessary.
    @discardableResult
    func sees(
        _ texts: String..., longer: Duration = .zero,
        at location: SourceLocation = #_sourceLocation
    ) -> Bool {
        waits(for: texts.joined(separator: ", "), longer: longer, at: location) { screen in
            texts.allSatisfy(screen.text.contains)
        }
    }

    /// Waits until `isRight` is true for the screen. Returns false if it never was.
    @discardableResult
    func waits(
        for what: String, longer: Duration = .zero,
        at location: SourceLocation = #_sourceLocation, _ isRight: (Emulator) -> Bool
    ) -> Bool {
        // After a first fault most others follow from it.
        let patience = hasWaitedInVain ? .seconds(5) : Self.patience
        let deadline = ContinuousClock.now + patience + longer
        while !isRight(screen) {
            guard ContinuousClock.now < deadline, look() else {
                hasWaitedInVain = true
                Issue.record("never saw \(what):\n\(screen.text)", sourceLocation: location)
                return false
            }
        }
        return true
    }

    /// Waits until the program has ended, without looking at the screen meanwhile.
    func waitsForTheEnd(at location: SourceLocation = #_sourceLocation) -> PseudoTerminal.End? {
        end = end ?? terminal.end(within: Self.patience)
        if end == nil { Issue.record("did not end", sourceLocation: location) }
        return end
    }

    /// Closes the window.
    func unplugs() {
        terminal.unplug()
    }

    /// Reads the waiting output, so that a program with much output need not wait.
    func catchesUp() {
        while let bytes = terminal.read(within: 0), !bytes.isEmpty { show(bytes) }
    }

    /// Waits until the program has ended, and returns its end.
    @discardableResult
    func seesTheEnd(at location: SourceLocation = #_sourceLocation) -> PseudoTerminal.End? {
        let deadline = ContinuousClock.now + Self.patience
        while end == nil, ContinuousClock.now < deadline {
            // Reads first, because output before the end must be seen.
            while let bytes = terminal.read(within: 10), !bytes.isEmpty { show(bytes) }
            end = terminal.end()
        }
        while let bytes = terminal.read(within: 0), !bytes.isEmpty { show(bytes) }
        if end == nil { Issue.record("did not end", sourceLocation: location) }
        return end
    }

    func resizes(rows: Int, columns: Int) {
        let size = Size(rows: rows, columns: columns)
        screen.resize(to: size)
        terminal.resize(to: size)
    }

    func sends(_ signal: CInt) {
        terminal.send(signal)
    }

    /// Reads output. Returns false at its end.
    private func look() -> Bool {
        guard let bytes = terminal.read(within: 100) else { return false }
        show(bytes)
        return true
    }

    private func show(_ bytes: [UInt8]) {
        screen.feed(bytes)
        if keepsBytes { received += bytes }
    }

    private static let keys = [
        "enter": "\r", "esc": "\u{1B}", "tab": "\t", "up": "\u{1B}[A", "down": "\u{1B}[B",
        "right": "\u{1B}[C", "left": "\u{1B}[D", "ctrl-c": "\u{3}", "ctrl-z": "\u{1A}",
        "ctrl-l": "\u{C}", "ctrl-p": "\u{10}",
    ]
}
