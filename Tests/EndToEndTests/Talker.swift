import Foundation
import Glibc
import Testing

/// Somebody, or some program, that talks with ours in lines, through pipes. Waits for what is said,
/// never for a time.
final class Talker {
    private static let patience = Duration.seconds(20)

    /// Held because it ends its server when nobody is left who needs it.
    private let machine: Machine
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// Everything that was said, on both streams.
    private(set) var heard = ""

    init(_ arguments: [String], on machine: Machine, environment: [String: String] = [:]) throws {
        self.machine = machine
        process.executableURL = URL(filePath: Person.program)
        process.arguments = arguments
        process.environment = machine.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        // Others who are started meanwhile would hold the pipes open.
        for pipe in [input, output] {
            _ = fcntl(pipe.fileHandleForReading.fileDescriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        try process.run()
        try? output.fileHandleForWriting.close()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    func says(_ lines: String...) {
        for line in lines { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }
    }

    func fallsSilent() {
        try? input.fileHandleForWriting.close()
    }

    /// Waits until all of `texts` have been said since the last time.
    func hears(_ texts: String..., at location: SourceLocation = #_sourceLocation) {
        let deadline = ContinuousClock.now + Self.patience
        while !texts.allSatisfy(heard.contains) {
            guard ContinuousClock.now < deadline, listen() else {
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
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// What was heard of is not heard of again; what came after it is.
    private func forget(through texts: [String]) {
        let ends = texts.compactMap { heard.range(of: $0)?.upperBound }
        if let end = ends.max() { heard = String(heard[end...]) }
    }

    /// Takes in what comes. False when nothing will come any more.
    private func listen() -> Bool {
        let descriptor = output.fileHandleForReading.fileDescriptor
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, 100) > 0 else { return true }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return false }
        heard += String(decoding: bytes.prefix(count), as: UTF8.self)
        return true
    }
}
