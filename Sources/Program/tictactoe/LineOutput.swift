import Host
import SimperiumLoop

/// Lines for the person who looks after a program, who may have stopped reading: that stops
/// nothing.
///
/// They wait until they are taken. Then some are lost, and `lost` tells how many.
final class LineOutput {
    private let lost: (Int) -> String
    private var output: PromptOutput?
    private var queue = LogQueue()

    init(to descriptor: Descriptor, on loop: Loop, lost: @escaping (Int) -> String) {
        self.lost = lost
        output = PromptOutput(to: descriptor, on: loop) { [unowned self] in pass() }
    }

    func write(_ line: String) {
        queue.add(line)
        pass()
    }

    /// Hands over as much as is taken now.
    private func pass() {
        while let piece = next() {
            guard let count = output?.write(piece), count > 0 else { return }
            queue.drop(count)
        }
    }

    private func next() -> [UInt8]? {
        if let count = queue.takeLost() { queue.add(lost(count)) }
        return queue.next(PromptOutput.mostAtOnce)
    }
}
