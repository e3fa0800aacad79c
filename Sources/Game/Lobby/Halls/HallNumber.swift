/// The number of a hall, as people and programs write it: from 1, without zeros in front.
package struct HallNumber: RawRepresentable, Hashable, Codable, Comparable, Sendable {
    /// The one that programs come to that know of no halls.
    package static let first = HallNumber(1)
    /// More than any server has connections for.
    package static let most = 9_999

    package let rawValue: Int

    private init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    package init?(rawValue: Int) {
        guard (1...Self.most).contains(rawValue) else { return nil }
        self.init(rawValue)
    }

    /// Reads a number that another program wrote.
    package init?(_ text: String) {
        let digits = text.utf8
        guard digits.count <= 4, digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text)
        else { return nil }
        self.init(rawValue: number)
    }

    package static func < (left: HallNumber, right: HallNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension HallNumber: CustomStringConvertible {
    package var description: String { "\(rawValue)" }
}
