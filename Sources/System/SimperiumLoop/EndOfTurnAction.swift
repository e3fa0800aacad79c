/// An action that the loop runs at the end of each turn, before the loop waits. Destroying the
/// value removes the action.
package struct EndOfTurnAction: ~Copyable {
    /// A phase at the end of a turn. All actions of `commit` run before those of `flush`. Within a
    /// phase, actions run in the order of their creation.
    package enum Phase: Comparable, Sendable {
        /// Actions that make the changes of the turn durable.
        case commit
        /// Actions that send the turn's output. The output must not reveal anything that can still
        /// be lost.
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
