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
        case .done: "all went well"
        case .failed: "something failed; the message says what"
        case .misused: "the command line, the environment or a configuration file is wrong"
        case .serverUnreachable: "the server can't be reached, or is none of ours"
        case .notFound: "there is no such person, match or code"
        case .refused:
            "the server refused: it is full, keeps you out, or wants another token or version"
        }
    }
}
