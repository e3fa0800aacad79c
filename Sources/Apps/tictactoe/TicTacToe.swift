import Terminal

@main
struct TicTacToe {
    static func main() {
        print("tictactoe on \(TerminalLibrary.version)")
    }
}
