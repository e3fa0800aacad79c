import Testing

/// A user or a program that uses the game in line mode, through pipes. Waits for output, never for
/// a time.
final class Talker {
    private static let patience = Duration.seconds(120)

    /// Held because the machine ends its server when it is released.
    private let machine: Machine
    private let program: PipedProgram
    /// The output so far, on both streams.
    private(set) var heard = ""
    private var hasWaitedInVain = false

    init(_ arguments: [String], on machine: Machine, environment: [String: String] = [:]) throws {
        self.machine = machine
        program = try PipedProgram(
            PipedProgram.ours, arguments,
            environment: machine.environment.merging(environment) { $1 })
    }

    func says(_ lines: String...) {
        for line in lines { program.says(line) }
    }

    func closesInput() {
        program.closesInput()
    }

    /// Waits until the output since the last call contains all of `texts`.
    func hears(_ texts: String..., at location: SourceLocation = #_sourceLocation) {
        // After a first fault most others follow from it.
        let deadline = ContinuousClock.now + (hasWaitedInVain ? .seconds(5) : Self.patience)
        while !texts.allSatisfy(heard.contains) {
            guard ContinuousClock.now < deadline, listen() else {
                hasWaitedInVain = true
                Issue.record("never heard \(texts):\n\(heard)", sourceLocation: location)
                return
            }
        }
        forget(through: texts)
    }

    /// Waits for the rest of a line, and returns it.
    func hearsLine(at location: SourceLocation = #_sourceLocation) -> String {
        let deadline = ContinuousClock.now + Self.patience
        while !heard.contains("\n"), ContinuousClock.now < deadline, listen() {}
        let line = heard.prefix { $0 != "\n" }
        heard = String(heard.dropFirst(line.count + 1))
        return String(line)
    }

    /// Waits until the program has ended, and returns its exit status.
    @discardableResult
    func hearsTheEnd(at location: SourceLocation = #_sourceLocation) -> Int32? {
        let deadline = ContinuousClock.now + Self.patience
        while listen() {
            guard ContinuousClock.now < deadline else {
                Issue.record("did not end:\n\(heard)", sourceLocation: location)
                return nil
            }
        }
        return program.end(at: location)
    }

    /// Drops the output up to the last of these texts.
    private func forget(through texts: [String]) {
        let ends = texts.compactMap { heard.firstRange(of: $0)?.upperBound }
        if let end = ends.max() { heard = String(heard[end...]) }
    }

    /// Reads output. Returns false at its end.
    private func listen() -> Bool {
        guard let words = program.read(within: 100) else { return false }
        heard += words
        return true
    }
}
