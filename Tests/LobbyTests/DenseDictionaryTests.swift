import Lobby
import SimperiumClock
import TestSupport
import Testing

@Suite("A dense dictionary")
struct DenseDictionaryTests {
    private static var three: DenseDictionary<String, Int> {
        var dense = DenseDictionary<String, Int>()
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { dense[key] = value }
        return dense
    }

    @Test("After a removal all other keys are found", arguments: ["a", "b", "c"])
    func removes(key: String) {
        var dense = Self.three
        let value = dense[key]
        #expect(dense.removeValue(forKey: key) == value)
        #expect(dense.removeValue(forKey: key) == nil)
        #expect(dense[key] == nil && dense.count == 2)
        for (other, value) in [("a", 1), ("b", 2), ("c", 3)] where other != key {
            #expect(dense[other] == value)
        }
        dense[key] = 4
        #expect(dense[key] == 4 && dense.values.reduce(0, +) == 10 - (value ?? 0))
    }

    @Test("Nil removes a value; a change is made in place, and a failing one loses no value")
    func changes() {
        var removing = Self.three
        removing["b"] = nil
        removing["d"] = nil
        removing["e"]? += 1
        #expect(removing.keys.sorted() == ["a", "c"] && removing.values.sorted() == [1, 3])

        struct Failure: Error {}
        func fail(_ value: inout Int?) throws(Failure) {
            value = 7
            throw Failure()
        }
        var failing = Self.three
        #expect(throws: Failure.self) { try fail(&failing["b"]) }
        #expect(failing["b"] == 7 && failing["c"] == 3 && failing.count == 3)

        var dense = DenseDictionary<String, Box>()
        dense["a"] = Box()
        #expect(dense["a"]?.isAlone() == true)
        let copy = dense
        #expect(dense["a"]?.isAlone() == false && copy.count == 1)
    }

    @Test("Dictionaries with the same content are equal, regardless of its history")
    func compares() {
        var other = DenseDictionary<String, Int>()
        for (key, value) in [("c", 3), ("x", 0), ("b", 2), ("a", 1)] { other[key] = value }
        #expect(other != Self.three && Self.three != other)
        other["x"] = nil
        #expect(other == Self.three && other.hashValue == Self.three.hashValue)
        other["a"] = 2
        #expect(other != Self.three)
    }

    @Test("It does what a dictionary does", arguments: Seeds.batches(100))
    func followsDictionary(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var dense = DenseDictionary<Int, UInt64>()
            var dictionary: [Int: UInt64] = [:]
            for _ in 0..<100 {
                let key = random.numberBelow(8)
                let value = random.chance(1, in: 2) ? random.next() : nil
                dense[key] = value
                dictionary[key] = value
            }
            #expect(dense.count == dictionary.count, "seed \(seed)")
            for key in 0..<8 { #expect(dense[key] == dictionary[key], "seed \(seed)") }
        }
    }
}

/// A value that can detect copies of itself.
private struct Box: Hashable {
    private final class Thing: Sendable {}

    private var thing = Thing()

    mutating func isAlone() -> Bool { isKnownUniquelyReferenced(&thing) }

    static func == (left: Box, right: Box) -> Bool { left.thing === right.thing }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(thing)) }
}
