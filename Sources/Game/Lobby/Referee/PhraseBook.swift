internal import Game
internal import SimperiumClock
internal import SimperiumWire

/// When those at a board have spoken, which the objects do not say.
struct PhraseBook: Hashable, Sendable {
    private struct Speaker: Hashable {
        var number = 0
        var times: [Stamp] = []
    }

    private var speakers: [ObjectKey: Sides<Speaker>] = [:]

    /// Takes note of what was said at a board; nil for one that is gone.
    mutating func follow(_ key: ObjectKey, _ sayings: Sides<Saying?>?, at stamp: Stamp) {
        // Nearly always nobody has said anything.
        guard let sayings, sayings[.circle] != nil || sayings[.cross] != nil else {
            if !speakers.isEmpty { speakers[key] = nil }
            return
        }
        var both = speakers[key] ?? Sides(circle: Speaker(), cross: Speaker())
        for piece in Piece.allCases {
            guard let number = sayings[piece]?.number, number != both[piece].number else {
                continue
            }
            let times = both[piece].times.suffix(Phrase.mostInAMinute - 1)
            both[piece] = Speaker(number: number, times: times + [stamp])
        }
        speakers[key] = both
    }

    mutating func forgetAll() {
        speakers = [:]
    }

    func maySpeak(_ piece: Piece, at key: ObjectKey, _ stamp: Stamp) -> Bool {
        let times = speakers[key]?[piece].times ?? []
        return Phrase.maySpeak(after: times, at: stamp) { $0 + $1 }
    }
}
