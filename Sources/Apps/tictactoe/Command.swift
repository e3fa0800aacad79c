import Game
import Play

/// What the words after the program's name ask for.
enum Command: Hashable {
    case play(Client.Opening)
    case serve([String])
    case help
    case version

    /// Why the words ask for nothing that there is.
    enum Misuse: Error, Hashable {
        case unknownCommand(String)
        case unknownLevel(String)
        case tooMuch(String)
    }

    init(_ words: some Collection<String>) throws(Misuse) {
        var rest = words[...]
        switch rest.popFirst() ?? "play" {
        case "play": self = .play(.menu)
        case "local": self = .play(.table(.samePerson))
        case "bot": self = .play(.table(.bot(try Self.level(rest.popFirst() ?? "medium"))))
        case "serve":
            self = .serve(Array(rest))
            return
        case "help", "--help", "-h": self = .help
        case "--version": self = .version
        case let word: throw .unknownCommand(word)
        }
        if let word = rest.first { throw .tooMuch(word) }
    }

    private static func level(_ word: String) throws(Misuse) -> Bot {
        guard let bot = Bot(rawValue: word) else { throw .unknownLevel(word) }
        return bot
    }

    static let usage = """
        tictactoe, the game for two terminals

        usage: tictactoe [command]

          play          choose how to play (what happens without a command)
          bot [LEVEL]   play a bot: easy, medium, hard or perfect
          local         two people at this keyboard
          serve         let people play from many terminals
          help          this text; also -h, --help
          --version     which version this is

        In the game ? shows every key, and q leaves.
        """
}

extension Command.Misuse: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownCommand(let word):
            "there is no command \(word.debugDescription); see tictactoe --help"
        case .unknownLevel(let word):
            "no bot is called \(word.debugDescription); there are easy, medium, hard and perfect"
        case .tooMuch(let word): "nothing can be done with \(word.debugDescription) here"
        }
    }
}
