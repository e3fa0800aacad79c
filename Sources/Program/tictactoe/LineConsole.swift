import Commands
internal import PlainText
import Recording
import SimperiumClock
import SimperiumLoop
internal import Visit

extension LineClient: RecordedFrontEnd {}
extension LobbyReport: RecordedFrontEnd {}

/// Standard input and output, for a program that works in lines of text.
final class LineConsole<Face: RecordedFrontEnd>: ProgramConsole
where Face.Input == UserLineInput, Face.Output == PrintedLine {
    static var signals: [Signal] { [.interrupt, .terminate, .hangUp, .quit] }

    private var lines: DescriptorLineReader?
    private var loop: Loop?
    private var deliver: ([Face.Event], Bool) -> Void = { _, _ in }
    /// True once the console has ended the face's input because a write has failed.
    private var hasLostOutput = false

    func open(on loop: Loop, _ deliver: @escaping ([Face.Event], Bool) -> Void) {
        (self.loop, self.deliver) = (loop, deliver)
    }

    /// Starts to read lines. The shell calls this once the account file has been read, because a
    /// script's first lines may be about the account.
    func startReading() {
        guard let loop else { return }
        lines = DescriptorLineReader(of: .standardInput, on: loop) { [unowned self] line in
            deliver([.input(line.map { .typed($0) } ?? .end)], false)
        }
    }

    func event(for signal: Signal) -> Face.Event? {
        signal == .interrupt ? .input(.interrupted) : nil
    }

    func warn(_ sentence: String) -> Face.Event? {
        complain(sentence)
        return nil
    }

    func perform(_ output: PrintedLine, for face: inout Face) -> [Face.Event] {
        switch output {
        case .say(let text): Descriptor.standardOutput.writeLine(text)
        case .complain(let text): complain(text)
        }
        // If the output has no reader, the program would otherwise run forever.
        guard Descriptor.outputError != nil, !hasLostOutput else { return [] }
        hasLostOutput = true
        return [.input(.end)]
    }

    func showUnlessBusy(
        _ face: inout Face, isUrgent: Bool, at now: Instant
    ) -> (recordedPicture: (() -> Picture)?, due: Instant?) { (nil, nil) }

    func close(leaving lastLine: String?, at now: () -> Instant) {
        lines = nil
        if let lastLine { Descriptor.standardOutput.writeLine(lastLine) }
    }
}
