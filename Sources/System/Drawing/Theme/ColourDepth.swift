/// How many colours a terminal can show.
package enum ColourDepth: Int, Hashable, Sendable, CaseIterable, Comparable {
    case none
    case sixteen
    case palette
    case rgb

    package static func < (left: ColourDepth, right: ColourDepth) -> Bool {
        left.rawValue < right.rawValue
    }
}
