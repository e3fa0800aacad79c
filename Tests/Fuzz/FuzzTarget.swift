import Clockwork

/// What can be fuzzed. A target must take any bytes whatever without a trap.
///
/// One case to a line: `make fuzz` reads the names from here.
enum FuzzTarget: String, CaseIterable {
    case httpRequest
    case httpResponse
    case random
    case webSocketClient
    case webSocketServer

    func feed(_ bytes: [UInt8]) {
        switch self {
        case .httpRequest: fuzzRequests(bytes)
        case .httpResponse: fuzzResponses(bytes)
        case .random:
            var random = SeededRandom(seed: UInt64(bytes.count))
            precondition(random.below(7) < 7)
        case .webSocketClient: fuzzFramesOfServer(bytes)
        case .webSocketServer: fuzzFramesOfClient(bytes)
        }
    }
}
