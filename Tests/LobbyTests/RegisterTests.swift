import Lobby
import SimperiumClock
import TestSupport
import Testing

@Suite("A register")
struct RegisterTests {
    private static var three: Register<String, Int> {
        var register = Register<String, Int>()
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { register[key] = value }
        return register
    }

    @Test("Whatever is removed, all others are found", arguments: ["a", "b", "c"])
    func removes(key: String) {
        var register = Self.three
        let value = register[key]
        #expect(register.removeValue(forKey: key) == value)
        #expect(register.removeValue(forKey: key) == nil)
        #expect(register[key] == nil && register.count == 2)
        for (other, value) in [("a", 1), ("b", 2), ("c", 3)] where other != key {
            #expect(register[other] == value)
        }
        register[key] = 4
        #expect(register[key] == 4 && register.values.reduce(0, +) == 10 - (value ?? 0))
    }

    @Test("Nil takes a value out, and to ask for what is not there puts nothing in")
    func forgets() {
        var register = Self.three
        register["b"] = nil
        register["d"] = nil
        register["e"]? += 1
        #expect(register.keys.sorted() == ["a", "c"] && register.values.sorted() == [1, 3])
    }

    @Test("A change that fails half-way leaves the value where it is")
    func survivesErrors() {
        struct Failure: Error {}
        func fail(_ value: inout Int?) throws(Failure) {
            value = 7
            throw Failure()
        }
        var register = Self.three
        #expect(throws: Failure.self) { try fail(&register["b"]) }
        #expect(register["b"] == 7 && register["c"] == 3 && register.count == 3)
    }

    @Test("A value is changed where it is, and not copied for it")
    func changesInPlace() {
        var register = Register<String, Box>()
        register["a"] = Box()
        #expect(register["a"]?.isAlone() == true)
        let copy = register
        #expect(register["a"]?.isAlone() == false && copy.count == 1)
    }

    @Test("Two that hold the same are equal, in whatever order they came to it")
    func compares() {
        var other = Register<String, Int>()
        for (key, value) in [("c", 3), ("x", 0), ("b", 2), ("a", 1)] { other[key] = value }
        #expect(other != Self.three && Self.three != other)
        other["x"] = nil
        #expect(other == Self.three && other.hashValue == Self.three.hashValue)
        other["a"] = 2
        #expect(other != Self.three)
    }

    @Test("It does what a dictionary does", arguments: Seeds.batches(100))
    func followsDictionary(seeds: Range<UInt64>) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var register = Register<Int, UInt64>()
            var dictionary: [Int: UInt64] = [:]
            for _ in 0..<100 {
                let key = random.below(8)
                let value = random.chance(1, in: 2) ? random.next() : nil
                register[key] = value
                dictionary[key] = value
            }
            #expect(register.count == dictionary.count, "seed \(seed)")
            for key in 0..<8 { #expect(register[key] == dictionary[key], "seed \(seed)") }
        }
    }
}

/// Knows whether somebody else has a copy.
private struct Box: Hashable {
    private final class Thing: Sendable {}

    private var thing = Thing()

    mutating func isAlone() -> Bool { isKnownUniquelyReferenced(&thing) }

    static func == (left: Box, right: Box) -> Bool { left.thing === right.thing }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(thing)) }
}
