package import SimperiumClock

/// A machine whose turns can be recorded, and taken again from the recording.
///
/// All that it does must follow from what it started with, from its events and from their times.
package protocol RecordedMachine: Sendable {
    associatedtype Event: Codable
    associatedtype Effect: Encodable
    /// What it is made of: settings and a seed.
    associatedtype Beginning: Codable

    /// What a recording calls it.
    static var name: String { get }

    init(_ beginning: Beginning)

    mutating func handle(_ event: Event, at now: Instant) -> [Effect]

    /// What a screen shows of it; nil for a machine that has none.
    var picture: Picture? { get }
}

extension RecordedMachine {
    package var picture: Picture? { nil }
}
