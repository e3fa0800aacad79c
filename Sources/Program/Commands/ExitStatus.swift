internal import Wording

/// How the program ended, as it tells the shell or script that started it.
package enum ExitStatus: Int32, Hashable, Codable, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case misused = 2
    case serverUnreachable = 3
    case notFound = 4
    case refused = 5
}

extension ExitStatus {
    var meaning: String {
        switch self {
        case .done: ExitWords.done
        case .failed: ExitWords.failed
        case .misused: ExitWords.misused
        case .serverUnreachable: ExitWords.serverUnreachable
        case .notFound: ExitWords.notFound
        case .refused: ExitWords.refused
        }
    }
}
