/// The identity of one run of a program, unique everywhere: a random number from the operating
/// system. Change ids are derived from it, so it must never be used twice.
package struct RunID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
