import SimperiumClock

/// The parts of the programs that can be fuzzed. A target must accept any bytes without a trap.
///
/// Each case has its own line, because `make fuzz` reads the names from here.
enum FuzzTarget: String, CaseIterable {
    case arrival
    case bans
    case canvas
    case clientMessage
    case commands
    case deflated
    case delta
    case diff
    case host
    case httpRequest
    case httpResponse
    case hub
    case hubMessage
    case json
    case keyRing
    case keys
    case lobby
    case options
    case proxyHeader
    case random
    case redis
    case replica
    case theme
    case webSocketClient
    case webSocketServer

    func feed(_ bytes: [UInt8]) {
        switch self {
        case .arrival: fuzzArrival(bytes)
        case .bans: fuzzBans(bytes)
        case .canvas:
            var canvas = CanvasFuzz(bytes)
            canvas.run()
        case .clientMessage: fuzzClientMessage(bytes)
        case .commands: fuzzCommands(bytes)
        case .deflated: fuzzDeflated(bytes)
        case .delta: fuzzDelta(bytes)
        case .diff: fuzzDiff(bytes)
        case .host: fuzzHost(bytes)
        case .httpRequest: fuzzRequests(bytes)
        case .httpResponse: fuzzResponses(bytes)
        case .hub: fuzzHub(bytes)
        case .hubMessage: fuzzHubMessage(bytes)
        case .json: fuzzJSON(bytes)
        case .keyRing: fuzzKeyRing(bytes)
        case .keys: fuzzKeys(bytes)
        case .lobby: fuzzLobby(bytes)
        case .options: fuzzOptions(bytes)
        case .proxyHeader: fuzzProxyHeader(bytes)
        case .random:
            var random = SeededRandom(seed: UInt64(bytes.count))
            precondition(random.numberBelow(7) < 7)
        case .redis: fuzzRedis(bytes)
        case .replica: fuzzReplica(bytes)
        case .theme: fuzzTheme(bytes)
        case .webSocketClient: fuzzFramesOfServer(bytes)
        case .webSocketServer: fuzzFramesOfClient(bytes)
        }
    }
}
