/// A character of which not all bytes of UTF-8 have come.
struct PartialCharacter: Hashable, Sendable {
    enum Step: Hashable {
        case incomplete(PartialCharacter)
        case complete(Unicode.Scalar)
        case invalid
    }

    private var value: UInt32
    private var missing: Int
    /// Below this the character should have been written with fewer bytes.
    private let least: UInt32

    /// Nil if no character of several bytes begins with `first`.
    init?(_ first: UInt8) {
        switch first {
        case 0xC2...0xDF: (value, missing, least) = (UInt32(first & 0x1F), 1, 0x80)
        case 0xE0...0xEF: (value, missing, least) = (UInt32(first & 0x0F), 2, 0x800)
        case 0xF0...0xF4: (value, missing, least) = (UInt32(first & 0x07), 3, 0x10000)
        default: return nil
        }
    }

    func adding(_ byte: UInt8) -> Step {
        guard byte & 0xC0 == 0x80 else { return .invalid }
        var longer = self
        longer.value = value << 6 | UInt32(byte & 0x3F)
        longer.missing -= 1
        guard longer.missing == 0 else { return .incomplete(longer) }
        guard longer.value >= least, let scalar = Unicode.Scalar(longer.value) else {
            return .invalid
        }
        return .complete(scalar)
    }
}
