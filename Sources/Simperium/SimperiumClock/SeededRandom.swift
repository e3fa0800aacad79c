/// A random generator that can be replayed: the same seed gives the same numbers in any process.
///
/// Not for secrets: a few of its numbers are enough to predict the next one.
package struct SeededRandom: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from zero to `limit - 1`, evenly distributed.
    package mutating func numberBelow(_ limit: UInt64) -> UInt64 {
        next(upperBound: limit)
    }

    package mutating func numberBelow(_ limit: Int) -> Int {
        precondition(limit > 0, "the limit must be positive")
        return Int(next(upperBound: UInt64(limit)))
    }

    /// Returns true with a probability of `share` in `whole`. The probability is a ratio, because
    /// floating point would not replay on every machine.
    package mutating func chance(_ share: UInt64, in whole: UInt64) -> Bool {
        numberBelow(whole) < share
    }

    /// Returns a random element of `choices`; nil if there is none.
    package mutating func pick<Choice>(_ choices: [Choice]) -> Choice? {
        choices.isEmpty ? nil : choices[numberBelow(choices.count)]
    }

    /// Returns a generator of independent numbers for another part of the program.
    package mutating func fork() -> SeededRandom {
        SeededRandom(seed: next())
    }
}
