/// An action that the loop runs at the end of each turn, before the loop waits. Destroying the
/// value removes the action.
package struct EndOfTurnAction: ~Copyable {
    /// The phases at the end of a turn, in order. Within a phase, hooks run in the order of their
    /// creation.
    package enum Phase: Comparable, Sendable {
        /// Makes the changes of the turn durable.
        case commit
        /// Sends the output of the turn, which must not reveal anything that can still be lost.
        case flush
    }

    private let loop: Loop
    private let hook: EndOfTurnHook

    package init(on loop: Loop, _ phase: Phase, _ act: @escaping () -> Void) {
        loop.checkOpen()
        self.loop = loop
        hook = EndOfTurnHook(phase, act)
        loop.add(hook)
    }

    deinit {
        loop.end(hook)
    }
}

/// The closure of an `EndOfTurnAction`, as its loop stores it.
final class EndOfTurnHook: LoopOwned {
    let phase: EndOfTurnAction.Phase
    private var act: (() -> Void)?

    init(_ phase: EndOfTurnAction.Phase, _ act: @escaping () -> Void) {
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
