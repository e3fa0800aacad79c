import RedisWire
import SimperiumClock
import TestSupport
import Testing

@Suite("RedisReader properties")
struct RedisReaderProperties {
    @Test("A written value is read in all cuts", arguments: Seeds.batches(300))
    func roundTrip(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var bytes: [UInt8] = []
            var written: [RedisValue] = []
            for _ in 0...random.numberBelow(4) {
                let value = random.value(depth: 3)
                bytes += value.encoded
                written.append(value)
            }
            #expect(read(random.pieces(of: bytes)).answers == written, "seed \(seed)")
        }
    }

    @Test("All cuts of random bytes give the same result", arguments: Seeds.batches(500))
    func anything(seeds: [UInt64]) {
        var limits = RedisReaderLimits()
        (limits.text, limits.line, limits.elements, limits.depth) = (40, 20, 8, 3)
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var bytes = (0...random.numberBelow(3)).flatMap { _ in random.value(depth: 2).encoded }
            for _ in 0..<random.numberBelow(4) where !bytes.isEmpty {
                let letters = Array("\r\n$*%~>|:+-_#,!=(019".utf8)
                bytes[random.numberBelow(bytes.count)] = random.pick(letters) ?? 0
            }
            let (whole, cut) = (read([bytes], limits), read(random.pieces(of: bytes), limits))
            #expect(whole.answers == cut.answers && whole.fault == cut.fault, "seed \(seed)")
        }
    }
}

extension SeededRandom {
    fileprivate mutating func value(depth: Int) -> RedisValue {
        switch numberBelow(depth > 0 ? 6 : 4) {
        case 0: .null
        case 1: .number(Int64(bitPattern: next()) >> Int64(numberBelow(64)))
        case 2: .text((0..<numberBelow(30)).map { _ in pick(Array("\r\nab$*:".utf8)) ?? 0 })
        case 3: .error(RedisError(Array("ERR \(numberBelow(10))".utf8)))
        case 4: .array((0..<numberBelow(4)).map { _ in value(depth: depth - 1) })
        default: .map((0..<numberBelow(3) * 2).map { _ in value(depth: depth - 1) })
        }
    }

    fileprivate mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        var (pieces, rest) = ([[UInt8]](), bytes[...])
        while !rest.isEmpty {
            let count = 1 + numberBelow(min(rest.count, 9))
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}

extension RedisValue {
    fileprivate var encoded: [UInt8] {
        switch self {
        case .null: wire("_\n")
        case .number(let number): wire(":\(number)\n")
        case .text(let bytes): wire("$\(bytes.count)\n") + bytes + wire("\n")
        case .error(let error): wire("-\(error.code) \(error.message)\n")
        case .array(let elements): wire("*\(elements.count)\n") + elements.flatMap(\.encoded)
        case .map(let members): wire("%\(members.count / 2)\n") + members.flatMap(\.encoded)
        }
    }
}
