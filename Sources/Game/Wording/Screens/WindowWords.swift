/// The title of the window, which can be read while another one is in front.
package enum WindowWords {
    package static let plain = "tictactoe"
    package static let ownTurn = "● your move – tictactoe"
    package static let over = "the round is over – tictactoe"
    package static func waiting(for name: String) -> String { "\(name) to move – tictactoe" }
    package static func games(_ waiting: Int) -> String {
        waiting == 1 ? "● 1 game waits – tictactoe" : "● \(waiting) games wait – tictactoe"
    }
    package static func asked(by name: String) -> String { "● \(name) asks you – tictactoe" }
}
