/// What tells one run of a program from every other, anywhere: a number that the operating
/// system's generator made. Changes are named after it, so it must never be used twice.
package struct RunID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
