internal import Wording

extension CommandName {
    /// A line to try.
    var example: String {
        switch self {
        case .play: ExampleWords.play
        case .join: ExampleWords.join
        case .watch: ExampleWords.watch
        case .players: ExampleWords.players
        case .account: ExampleWords.account
        case .stats: ExampleWords.stats
        case .friends: ExampleWords.friends
        case .games: ExampleWords.games
        case .status: ExampleWords.status
        case .local: ExampleWords.local
        case .bot: ExampleWords.bot
        case .puzzle: ExampleWords.puzzle
        case .replay: ExampleWords.replay
        case .export: ExampleWords.export
        case .serve: ExampleWords.serve
        case .background: ExampleWords.background
        case .backup: ExampleWords.backup
        case .copy: ExampleWords.copy
        case .accounts: ExampleWords.accounts
        case .ban: ExampleWords.ban
        case .door: ExampleWords.door
        case .load: ExampleWords.load
        case .doctor: ExampleWords.doctor
        case .completions: ExampleWords.completions
        case .manual: ExampleWords.manual
        case .help: ExampleWords.help
        }
    }
}
