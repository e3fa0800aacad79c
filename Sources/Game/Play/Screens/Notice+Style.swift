internal import Drawing
internal import Lobby

extension Notice {
    var style: Style {
        switch self {
        case .refused, .notTaken, .nameOwned, .challengeFailed, .askEnded, .opponentAway, .doubtful:
            .warning
        case .matchBegan, .backInMatch, .invited, .rematchWanted, .wanted, .drawOffered,
            .opponentBack,
            .timeLeft:
            .good
        case .flawed, .olderServer, .invitationOver, .asks, .came, .left, .matchEnded, .moved,
            .roundEnded,
            .roundBegan, .drawDeclined,
            .drawWithdrawn, .rematchDeclined, .rematchWithdrawn, .said, .trusted, .shows,
            .watchedEnded, .lostSight:
            .notice
        }
    }

    /// Whether whoever sits at a board need not be told.
    var isOfTheLobby: Bool {
        switch self {
        case .came, .left, .flawed: true
        default: false
        }
    }
}
