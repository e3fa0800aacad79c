internal import Commands
internal import Wording

/// Why a guest can't have what they came for.
enum Refusal: Hashable, Sendable, CaseIterable {
    case noShell
    case noTerminal
    case noScreen
    case noLobby
    case noKey
    case noAccounts

    var sentence: String {
        switch self {
        case .noShell: DoorWords.noShell
        case .noTerminal: DoorWords.noTerminal
        case .noScreen: DoorWords.noScreen
        case .noLobby: DoorWords.noLobby
        case .noKey: DoorWords.noKey
        case .noAccounts: DoorWords.noAccounts
        }
    }

    var status: ExitStatus {
        switch self {
        case .noShell, .noTerminal, .noScreen: .failed
        case .noLobby: .serverUnreachable
        case .noKey, .noAccounts: .refused
        }
    }
}
