import Glibc
import TestSupport
import Testing

/// Two players of one match whose programs can be restarted: okafor begins, lin joins him.
///
/// They play a draw of nine moves.
final class SeatedPair {
    private static let squares = [5, 1, 3, 7, 4, 6, 2, 8, 9]
    private static let patience = Duration.seconds(90)

    private(set) var people: [TerminalPerson] = []
    private let begin: (String) throws -> TerminalPerson
    private let names: [String]

    /// Seats two players with this number, while no other player looks for a match.
    init(_ number: Int, begin: @escaping (String) throws -> TerminalPerson) throws {
        names = ["okafor-\(number)", "lin-\(number)"]
        self.begin = begin
        people.append(try begin(names[0]))
        people[0].sees("in sync", "Looking for a match", longer: Self.patience)
        people.append(try begin(names[1]))
        people[0].sees("YOUR MOVE", longer: Self.patience)
        people[1].sees("to move", longer: Self.patience)
    }

    /// Starts the program of one of the two again.
    func startAgain(_ side: Int) throws {
        people[side] = try begin(names[side])
    }

    /// Returns the number of moves that one of the two sees. A player who was away for some sees
    /// only the next one.
    private func moves(_ side: Int) -> Int {
        let text = people[side].screen.text
        if let next = (1...9).first(where: { text.contains("ROUND 1  move \($0)") }) {
            return next - 1
        }
        return Self.squares.indices.prefix { number in
            let piece = number.isMultiple(of: 2) ? "O" : "X"
            let move = "\(number + 1) \(piece) \(Self.squares[number])"
            return text.contains(move)
        }.count
    }

    /// The player to move, once both programs agree; nil before.
    private var mover: Int? {
        for person in people { person.catchesUp() }
        let movers = people.indices.filter { people[$0].screen.text.contains("YOUR MOVE") }
        let isAgreed =
            moves(0) == moves(1) && people.allSatisfy { $0.screen.text.contains("in sync") }
        return isAgreed && movers.count == 1 ? movers[0] : nil
    }

    /// Makes the next move, without looking at the result.
    func movesBlindly() {
        guard let mover else { return }
        people[mover].press("\(Self.squares[moves(mover)])", "enter")
    }

    /// Makes one move. Returns true if the opponent sees it.
    func goesOn() -> Bool {
        guard let mover = wait({ mover }) else { return false }
        let count = moves(mover)
        people[mover].press("\(Self.squares[count])", "enter")
        return wait { moves(0) == count + 1 && moves(1) == count + 1 ? true : nil } != nil
    }

    private func wait<Value>(_ look: () -> Value?) -> Value? {
        var value: Value?
        let isFound = waitUntil(within: Self.patience, every: .milliseconds(20)) {
            for person in people { person.catchesUp() }
            value = look()
            return value != nil
        }
        if isFound { return value }
        let screens = people.map(\.screen.text).joined(separator: "\n\n")
        Issue.record("\(names) do not go on:\n\(screens)")
        return nil
    }
}
