import RedisWire
import SimperiumClock
import SimperiumWire

/// What is appended, and what becomes of it.
extension LogFollower {
    mutating func write(_ content: Batch.Content) {
        guard isReady, let head, let place = nextPlace, !content.acts.isEmpty else {
            return effects.append(.workAgain)
        }
        batch = Batch(
            content: content, writer: EngineWriter(incarnation, on: head, at: place))
        ask()
    }

    private mutating func ask() {
        guard let batch else { return }
        let wantsTurn = overtakings >= Self.patience
        guard let deed = batch.content.deed(by: batch.writer, wantsTurn: wantsTurn) else {
            self.batch = nil
            return effects.append(.refused(.damaged))
        }
        effects.append(.append(.log(deed, log)))
    }

    mutating func retry() {
        guard let writer = batch?.writer, writer.head == head else { return workAgain() }
        batch?.stage = .asked
        ask()
    }

    private mutating func workAgain() {
        batch = nil
        effects.append(.workAgain)
    }

    mutating func settle(_ outcome: EngineOutcome, at now: Instant) {
        guard let batch, case .asked = batch.stage else { return }
        switch outcome {
        case .answered(let answer): settle(answer, of: batch, at: now)
        case .refused(let error) where error.isFull:
            self.batch = nil
            effects.append(.full)
        case .refused(let error) where error.isPassing:
            let rest = Self.backoff.wait(after: batch.failures + 1)
            self.batch?.failures += 1
            self.batch?.stage = .waiting(until: now + rest)
        case .refused, .unreadable:
            self.batch = nil
            effects.append(.refused(.damaged))
        case .lost: self.batch?.stage = .uncertain
        // Not before the log is open again, and on what is known by then.
        case .unsent: self.batch?.stage = .uncertain
        }
    }

    private mutating func settle(_ answer: EngineAnswer, of batch: Batch, at now: Instant) {
        switch answer {
        case .written(let last, let stamp):
            overtakings = 0
            foldOwn(batch, upTo: last, stamp)
        case .overtaken(let place), .misplaced(let place):
            overtakings += 1
            self.batch?.stage = .overtaken(place)
            settleOvertaken()
        case .othersTurn(let wait): self.batch?.stage = .waiting(until: now + wait)
        case .held(let lease):
            self.batch = nil
            effects.append(.held(lease))
        case .fenced, .dead:
            self.batch = nil
            effects.append(.dead)
        case .gone:
            self.batch = nil
            effects.append(.refused(.gone))
        // The log was opened in a later life, of which somebody has heard before us.
        case .earlierEpoch:
            workAgain()
            reopen()
        default:
            self.batch = nil
            effects.append(.refused(.damaged))
        }
    }

    /// What was told of it is folded already; the rest is known here.
    private mutating func foldOwn(_ batch: Batch, upTo last: Ordinal, _ stamp: Stamp) {
        for (offset, act) in batch.content.acts.enumerated() {
            let place = batch.writer.place.advanced(by: offset)
            guard case .following = stage, let head, place > head else { continue }
            guard take(EngineEntry(at: place, stamp, act)) else { return }
        }
        if case .following = stage {
            self.batch = nil
            return effects.append(.done)
        }
        // It is among what is being read.
        self.batch?.stage = .uncertain
    }

    /// Works again as soon as all is known that came before.
    mutating func settleOvertaken() {
        guard case .overtaken(let place)? = batch?.stage, case .following = stage, let head else {
            return
        }
        place <= head ? workAgain() : catchUp()
    }

    /// All is known that there is: a batch whose answer never came was done if its first entry is
    /// at its place. Folding it has noted that.
    mutating func settleUncertain() {
        guard let batch else { return }
        switch batch.stage {
        case .uncertain:
            guard batch.isThere else { return workAgain() }
            self.batch = nil
            effects.append(.done)
        case .overtaken: settleOvertaken()
        case .asked, .waiting: break
        }
    }
}
