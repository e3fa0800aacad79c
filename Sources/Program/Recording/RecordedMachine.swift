// Recording: recordings of a machine's events and effects, and their replay.
// Not here: the machines (each conforms in its own target), the files (tictactoe).
// Start with `RecordedMachine`; then `Recorder`, `Replayer`, `SecretRedactor`.

package import SimperiumClock

/// A machine whose events and effects can be recorded and replayed.
///
/// Its effects must depend only on its start values, its events and their times.
package protocol RecordedMachine: Sendable {
    associatedtype Event: Codable
    associatedtype Effect: Encodable
    /// The start values of the machine: settings and a seed.
    associatedtype Beginning: Codable

    /// The machine's name in a recording.
    static var name: String { get }

    init(_ beginning: Beginning)

    mutating func handle(_ event: Event, at now: Instant) -> [Effect]

    /// The picture on the machine's screen; nil for a machine without a screen.
    var picture: Picture? { get }
}

extension RecordedMachine {
    package var picture: Picture? { nil }
}

/// The content of a screen, for a comparison of two pictures.
package struct Picture: Hashable, Sendable {
    /// The texts of the rows, from the top.
    package let rows: [String]
    /// A digest of the styles, and of the position of the cursor.
    package let looks: UInt32

    package init(rows: [String], looks: UInt32) {
        self.rows = rows
        self.looks = looks
    }

    /// Returns the change from `former` to this picture. The change has the rows that differ, or
    /// all rows if `former` is nil or has another height.
    func change(since former: Picture?) -> PictureChange {
        let known = former?.rows.count == rows.count ? former?.rows : nil
        let changed = rows.indices.filter { known?[$0] != rows[$0] }
        return PictureChange(
            height: rows.count, rows: changed.map { NumberedRowText(row: $0 + 1, text: rows[$0]) },
            looks: looks)
    }
}

/// The rows of a picture that differ from the previous picture, with the picture's height and
/// looks.
struct PictureChange: Hashable, Codable {
    let height: Int
    let rows: [NumberedRowText]
    let looks: UInt32
}

struct NumberedRowText: Hashable, Codable {
    /// The row's number, from 1.
    let row: Int
    let text: String
}
