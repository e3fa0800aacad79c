import Clockwork
import Drawing
import Game
import Play

/// Somebody at the keyboard, in the words of a person, with a clock of their own.
struct Robot {
    private(set) var client: Client
    private(set) var effects: [Client.Effect] = []
    private var now = Instant.start

    init(
        _ opening: Client.Opening = .menu, rows: Int = 24, columns: Int = 80, seed: UInt64 = 1
    ) {
        client = Client(opening: opening, size: Size(rows: rows, columns: columns), seed: seed)
    }

    var screen: String { client.draw().text }

    /// Presses keys one after the other: characters, or one of the names below.
    mutating func press(_ keys: String...) {
        for key in keys { feed(.key(.key(Self.names[key] ?? .character(Self.scalar(of: key))))) }
    }

    mutating func pressControl(_ character: Unicode.Scalar) {
        feed(.key(.key(.character(character), .control)))
    }

    mutating func click(row: Int, column: Int) {
        feed(.key(.mouse(.press(.left), at: Point(row: row, column: column))))
    }

    mutating func feed(_ event: Client.Event) {
        effects = client.handle(event, at: now)
    }

    /// Lets all time pass that the program waits for.
    mutating func wait() {
        while let deadline = client.nextDeadline {
            now = deadline
            effects = client.handle(.wake, at: now)
        }
    }

    private static let names: [String: Key] = [
        "enter": .enter, "esc": .escape, "tab": .tab, "up": .up, "down": .down, "left": .left,
        "right": .right,
    ]

    private static func scalar(of key: String) -> Unicode.Scalar {
        guard let scalar = key.unicodeScalars.first, key.unicodeScalars.count == 1 else {
            preconditionFailure("no key is called \(key)")
        }
        return scalar
    }
}
