/// A line to try of each command, as its `--help` ends with.
package enum ExampleWords {
    package static let play = "tictactoe play --vs okafor --target 3"
    package static let join = "tictactoe join NZWG --server play.example"
    package static let watch = "tictactoe watch okafor"
    package static let players = "tictactoe players --follow"
    package static let account = "tictactoe account link"
    package static let stats = "tictactoe stats okafor"
    package static let friends = "tictactoe friends"
    package static let games = "tictactoe games new okafor --days 3"
    package static let status = "tictactoe status --short"
    package static let local = "tictactoe local --keypad"
    package static let bot = "tictactoe bot perfect"
    package static let puzzle = "tictactoe puzzle"
    package static let replay = "tictactoe replay 1"
    package static let export = "tictactoe export 1 --format cast > round.cast"
    package static let serve = "tictactoe serve --listen :8383 --ssh :2222"
    package static let background = "tictactoe serve"
    package static let backup = "tictactoe backup yesterday.db"
    package static let accounts = "tictactoe accounts list"
    package static let door = "tictactoe door --server play.example --door-token-file token"
    package static let load = "tictactoe load --players 200 --seconds 60"
    package static let doctor = "tictactoe doctor"
    package static let completions = "tictactoe completions bash > tictactoe.bash"
    package static let manual = "tictactoe manual game"
    package static let help = "tictactoe help watch"

    package static func example(_ line: String) -> String { "For example: \(line)" }
}
