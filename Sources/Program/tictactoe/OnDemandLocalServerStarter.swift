import Commands
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync

/// The starter of this machine's server. The first program that needs the server starts it.
///
/// The starter opens the socket and passes it to the server. So clients can connect before the
/// server is ready. If two programs start a server at once, the second one finds the address in
/// use, and connects to the first one's server.
final class OnDemandLocalServerStarter {
    private let endpoint: ListenEndpoint
    private let locations: FileLocations
    private let loop: Loop
    /// True after a server was started, until a connection to it opens.
    private var isAwaited = false
    /// The size of the log before the start, in bytes; nil if there is no log.
    private var logSize: Int?

    private static let complaintMark = "tictactoe: "
    private static let longestLog = 4 << 20

    init(at endpoint: ListenEndpoint, on loop: Loop) {
        self.endpoint = endpoint
        self.loop = loop
        locations = FileLocations(environment: ThisProcess.environment)
    }

    /// True if files can be created in the data directory.
    static var canSaveFiles: Bool {
        let folder = FileLocations(environment: ThisProcess.environment).dataFolder
        return folder.map { FileSystem.canCreateFiles(in: $0) } ?? false
    }

    /// Starts a server, unless a program is listening at the address.
    func startIfNeeded() {
        isAwaited = false
        guard let program = ThisProcess.program,
            // If the address is in use, the client finds out which program listens there.
            let socket = try? Socket.listening(on: endpoint.localServerAddress())
        else { return }
        let log = locations.serverLog.flatMap { try? TruncatingLogFile($0) }
        logSize = log?.size
        let output = log.map { ProgramLaunch.Stream.sharing($0.descriptor) } ?? .null
        // A server that can't create files keeps its data in memory.
        let words =
            Self.canSaveFiles && log != nil ? ["background"] : ["background", "--store", "memory"]
        let server = ProgramLaunch(
            program, words, directory: "/",
            streams: [.null, output, output, .sharing(socket.descriptor)], isDetached: true)
        // If the start fails, the socket closes, and waiting clients lose their connections.
        isAwaited = (try? ChildProcess(server, on: loop) { _ in }) != nil
    }

    /// The last error message that the server has written to the log since the start; nil if there
    /// is none.
    private var complaint: String? {
        guard let path = locations.serverLog, let logSize,
            let bytes = try? WholeFile.read(path, limit: Self.longestLog)
        else { return nil }
        return String(decoding: bytes.dropFirst(logSize), as: UTF8.self)
            .split(separator: "\n").last { $0.hasPrefix(Self.complaintMark) }
            .map { String($0.dropFirst(Self.complaintMark.count)) }
    }

    /// Returns `event`. But if the connection was lost before the started server accepted it,
    /// returns an event that reports a failed start, with the server's error message.
    func addingStartFailure(_ event: LinkEvent) -> LinkEvent {
        switch event {
        case .closed(let id, .lost) where isAwaited:
            return .closed(id, .notStarted(because: complaint))
        case .opened: isAwaited = false
        case .closed, .received: break
        }
        return event
    }
}
