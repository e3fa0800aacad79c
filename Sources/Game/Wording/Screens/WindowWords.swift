/// The window title, for a player who is looking at another window.
package enum WindowWords {
    package static let plain = "tictactoe"
    package static let ownTurn = "● your move – tictactoe"
    package static let over = "round over – tictactoe"
    package static func waiting(for name: String) -> String { "\(name) to move – tictactoe" }
    package static func games(_ waiting: Int) -> String {
        waiting == 1 ? "● 1 game waiting – tictactoe" : "● \(waiting) games waiting – tictactoe"
    }
    package static func asked(by name: String) -> String { "● \(name) invited you – tictactoe" }
}
