import SimperiumLoop

/// What a server does at the end of each turn: make durable what was written, and look whether
/// sending has brought about more.
struct TurnHooks: ~Copyable {
    private let commit: EndOfTurn
    private let flush: EndOfTurn

    init(on loop: Loop, commit: @escaping () -> Void, flush: @escaping () -> Void) {
        self.commit = EndOfTurn(on: loop, .commit, commit)
        self.flush = EndOfTurn(on: loop, .flush, flush)
    }
}
