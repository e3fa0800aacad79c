import Testing

/// Somebody, or some program, that talks with ours in lines, through pipes. Waits for what is said,
/// never for a time.
final class Talker {
    private static let patience = Duration.seconds(120)

    /// Held because it ends its server when nobody is left who needs it.
    private let machine: Machine
    private let program: PipedProgram
    /// Everything that was said, on both streams.
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

    func fallsSilent() {
        program.fallsSilent()
    }

    /// Waits until all of `texts` have been said since the last time.
    func hears(_ texts: String..., at location: SourceLocation = #_sourceLocation) {
        // Behind the first fault most others follow from it.
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

    /// Waits until the program has ended, and says with which status.
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

    /// What was heard of is not heard of again; what came after it is.
    private func forget(through texts: [String]) {
        let ends = texts.compactMap { heard.firstRange(of: $0)?.upperBound }
        if let end = ends.max() { heard = String(heard[end...]) }
    }

    /// Takes in what comes. False when nothing will come any more.
    private func listen() -> Bool {
        guard let words = program.read(within: 100) else { return false }
        heard += words
        return true
    }
}
