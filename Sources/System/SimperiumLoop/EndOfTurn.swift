/// Something to do at the end of each turn, before the loop waits. It ends with the value.
package struct EndOfTurn: ~Copyable {
    /// What is done first, and what then. Within a phase, who came first goes first.
    package enum Phase: Int, Comparable, Sendable {
        /// Makes durable what the turn has changed.
        case commit
        /// Sends what the turn has written, which must not tell of what may yet be lost.
        case flush

        package static func < (left: Phase, right: Phase) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    private let loop: Loop
    private let hook: Hook

    package init(on loop: Loop, _ phase: Phase, _ act: @escaping () -> Void) {
        loop.checkOpen()
        self.loop = loop
        hook = Hook(phase, act)
        loop.add(hook)
    }

    deinit {
        loop.end(hook)
    }
}

/// What the loop keeps of an `EndOfTurn`.
final class Hook: LoopOwned {
    let phase: EndOfTurn.Phase
    private var act: (() -> Void)?

    init(_ phase: EndOfTurn.Phase, _ act: @escaping () -> Void) {
        self.phase = phase
        self.act = act
    }

    var hasEnded: Bool { act == nil }

    func run() {
        act?()
    }

    override func end() {
        _ = act.take()
    }
}
