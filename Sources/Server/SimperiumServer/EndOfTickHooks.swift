import SimperiumLoop

/// The work of a server at the end of each tick: it commits the writes, and checks for more work
/// after sending.
struct EndOfTickHooks: ~Copyable {
    private let commit: EndOfTurn
    private let flush: EndOfTurn

    init(on loop: Loop, commit: @escaping () -> Void, flush: @escaping () -> Void) {
        self.commit = EndOfTurn(on: loop, .commit, commit)
        self.flush = EndOfTurn(on: loop, .flush, flush)
    }
}
