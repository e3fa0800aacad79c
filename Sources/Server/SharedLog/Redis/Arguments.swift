import SimperiumClock
import SimperiumWire

/// The arguments of a script, in their order.
struct Arguments {
    private(set) var all: [[UInt8]] = []

    init(_ texts: String...) {
        for text in texts { add(text) }
    }

    mutating func add(_ text: String) { all.append(Array(text.utf8)) }
    mutating func add(_ number: some BinaryInteger) { add(String(number)) }
    mutating func add(_ bytes: [UInt8]) { all.append(bytes) }
    mutating func add(_ place: Ordinal) { add(place.engineText) }
    mutating func add(_ terms: NodeTerms) {
        add(terms.format)
        add(terms.mayForget)
        add(terms.replicas)
    }

    mutating func add(_ flag: Bool) { add(flag ? "1" : "0") }

    /// In whole milliseconds.
    mutating func add(_ duration: Duration) { add(duration.wholeMilliseconds) }

    mutating func add(_ incarnation: Incarnation) { add(incarnation.rawValue) }

    mutating func add(_ writer: EngineWriter) {
        add(writer.incarnation)
        add(writer.head)
        add(writer.place)
    }

    mutating func add(_ holder: EngineHolder) {
        add(holder.incarnation)
        add(holder.connection)
    }

    /// Redis counts with floating point, which knows whole numbers up to here.
    mutating func add(_ portion: Portion) {
        add(min(portion.entries, 1 << 50))
        add(min(portion.bytes, 1 << 50))
    }
}
