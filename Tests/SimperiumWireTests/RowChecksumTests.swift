import SimperiumClock
import SimperiumWire
import Testing

@Suite("Row checksum")
struct RowChecksumTests {
    @Test("The checksum is the same in each version of the program")
    func known() {
        #expect(Self.checksum([]) == RowChecksum().value)
        #expect(RowChecksum.checksum(of: nil) == nil)
        let row: [Value] = [.bytes(Array("a body of 20 bytes..".utf8)), .number(-1), .null]
        #expect(Self.checksum(row) == 4_777_896_049_588_239_546)
    }

    @Test("Each flipped bit changes the checksum")
    func bits() {
        let bytes = (0..<100).map { UInt8($0) }
        let sound = Self.checksum([.number(7), .bytes(bytes), .text("key")])
        for bit in 0..<800 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(Self.checksum([.number(7), .bytes(flipped), .text("key")]) != sound)
        }
        for bit in 0..<64 {
            let number = Int64(7) ^ (1 << Int64(bit))
            #expect(Self.checksum([.number(number), .bytes(bytes), .text("key")]) != sound)
        }
    }

    @Test("The type, the length and the order of the values matter")
    func shape() {
        let rows: [[Value]] = [
            [], [.null], [.null, .null], [.number(0)], [.text("")], [.bytes([])],
            [.bytes([0])], [.bytes([0, 0])], [.text("a"), .text("b")], [.text("ab"), .text("")],
            [.text("b"), .text("a")], [.text("ab")], [.bytes(Array("ab".utf8))],
            [.bytes(Array(repeating: 0, count: 8))], [.bytes(Array(repeating: 0, count: 9))],
        ]
        #expect(Set(rows.map(Self.checksum)).count == rows.count)
    }

    private enum Value {
        case null
        case number(Int64)
        case text(String)
        case bytes([UInt8])
    }

    private static func checksum(_ values: [Value]) -> Int64 {
        var checksum = RowChecksum()
        for value in values {
            switch value {
            case .null: checksum.addNull()
            case .number(let number): checksum.add(number)
            case .text(let text): checksum.add(text: Array(text.utf8).span)
            case .bytes(let bytes): checksum.add(bytes: bytes.span)
            }
        }
        return checksum.value
    }
}
