internal import Wording

/// A heading of `--help`, with its commands.
package enum CommandGroup: Hashable, Sendable, CaseIterable {
    case play
    case watch
    case you
    case hosting
    case more

    package var commands: [CommandName] {
        switch self {
        case .play: [.play, .join, .bot, .local, .puzzle, .games, .replay, .export]
        case .watch: [.watch, .players]
        case .you: [.account, .friends, .stats, .status]
        case .hosting: [.serve, .door, .backup, .copy, .accounts, .ban, .load]
        case .more: [.doctor, .completions, .help]
        }
    }

    var heading: String {
        switch self {
        case .play: HelpWords.play
        case .watch: HelpWords.watch
        case .you: HelpWords.you
        case .hosting: HelpWords.hosting
        case .more: HelpWords.more
        }
    }
}
