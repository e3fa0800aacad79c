import Game
import Lobby
import SimperiumClock
import Testing

@Suite("Pairing")
struct PairingTests {
    private static func line(_ count: Int) -> [PlayerID] {
        (0..<count).map { PlayerID(rawValue: "p\($0)") }
    }

    @Test("Neighbours pair, and the last of an odd number waits", arguments: 0...20)
    func neighbours(count: Int) {
        let line = Self.line(count)
        let partners = line.indices.map { PairChooser().partner(of: $0, in: line, at: .start) }
        let expected = line.indices.map { index in
            index == count - 1 && count % 2 == 1 ? nil : index ^ 1
        }
        #expect(partners == expected)
    }

    @Test("Pairing is symmetric, regardless of earlier opponents", arguments: 2...12)
    func isMutual(count: Int) {
        let line = Self.line(count)
        for shift in 1..<count {
            var pairing = PairChooser()
            for (index, id) in line.enumerated() {
                pairing.lastOpponents[id] = line[(index + shift) % count]
            }
            for index in line.indices {
                guard let partner = pairing.partner(of: index, in: line, at: .start) else {
                    continue
                }
                #expect(pairing.partner(of: partner, in: line, at: .start) == index)
                #expect(partner != index)
            }
        }
    }

    @Test("Two who have just played play others where there are any, also the last of a long line")
    func prefersOthers() {
        let rows: [(Int, [Int?])] = [(4, [2, 3, 0, 1]), (2, [1, 0]), (3, [2, nil, 0])]
        for (count, partners) in rows {
            let line = Self.line(count)
            var pairing = PairChooser()
            pairing.lastOpponents = [line[0]: line[1], line[1]: line[0]]
            let found = line.indices.map { pairing.partner(of: $0, in: line, at: .start) }
            #expect(found == partners)
        }
        for count in 5...11 {
            let line = Self.line(count)
            let last = (count - 2) / 2 * 2
            var pairing = PairChooser()
            pairing.lastOpponents = [line[last]: line[last + 1], line[last + 1]: line[last]]
            #expect(pairing.partner(of: last, in: line, at: .start) != last + 1)
            let left = line.indices.filter { pairing.partner(of: $0, in: line, at: .start) == nil }
            #expect(left.count == count % 2, "\(count) in line")
        }
    }
}
