/// What each command is for: `--help`, the manual and the completions say so.
package enum CommandWords {
    package static let play = "find an opponent; this happens without a command, too"
    package static let join = "play with the person who told you a code"
    package static let watch = "watch others play"
    package static let players = "tell who is here: free, playing, watching"
    package static let account =
        "your account: sign up, in or out, and more"
    package static let stats = "tell how you play, or how you and somebody got on"
    package static let friends = "tell who your friends are"
    package static let games =
        "tell your games over days, or begin one: games new NAME"
    package static let status = "tell in a line whether games wait for you"
    package static let local = "two people at this keyboard"
    package static let bot = "play a bot: easy, medium, hard or perfect"
    package static let puzzle = "find the one best move of today's puzzle"
    package static let replay = "see a round again, with what each move was worth"
    package static let export = "write a round down, as text, JSON or a recording for asciinema"
    package static let serve = "be the server"
    package static let background = "be the server of this machine until nobody needs it"
    package static let backup = "copy what a server keeps, while it runs"
    package static let accounts = "list, lock, reset and delete people's accounts"
    package static let door = "let guests in by ssh to a server elsewhere"
    package static let load = "put a server under load, and measure it"
    package static let doctor = "tell what is set, by whom, and what is wrong"
    package static let completions = "write what a shell needs to complete our words"
    package static let manual = "write a page of the manual"
    package static let help = "tell about a command"
}
