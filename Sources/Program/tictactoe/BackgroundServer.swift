import Commands
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync

/// The server of this machine that need not be started: the first program that needs it does that.
///
/// The starter opens the socket and leaves it to the server. So all can dial at once, long before
/// the server is there to answer; and of two starters one finds the address taken, and is content.
final class BackgroundServer {
    private let endpoint: Endpoint
    private let places: FileLocations
    private let loop: Loop
    /// Whether one was started that has not taken in a client so far.
    private var isAwaited = false
    /// The size of the log before the start.
    private var logSize: Int?

    private static let complaintMark = "tictactoe: "
    private static let longestLog = 4 << 20

    init(at endpoint: Endpoint, on loop: Loop) {
        self.endpoint = endpoint
        self.loop = loop
        places = FileLocations(environment: ThisProcess.environment)
    }

    /// Whether there is a data directory that files can be made in.
    static var keepsFiles: Bool {
        let folder = FileLocations(environment: ThisProcess.environment).dataFolder
        return folder.map { Folder.takesFiles($0) } ?? false
    }

    /// Starts a server unless a program listens there already.
    func start() {
        isAwaited = false
        guard let address = endpoint.socketAddress, let program = ThisProcess.program,
            // If the address is taken there is a server, or whatever is there has to be explained.
            let socket = try? Socket.listening(on: address)
        else { return }
        let log = places.serverLog.flatMap { try? LogFile($0) }
        logSize = log?.size
        let output = log.map { Program.Stream.sharing($0.descriptor) } ?? .null
        // Where nothing can be kept there is a game all the same.
        let words =
            Self.keepsFiles && log != nil ? ["background"] : ["background", "--store", "memory"]
        let server = Program(
            program, words, directory: "/",
            streams: [.null, output, output, .sharing(socket.descriptor)], isDetached: true)
        // If it fails nothing listens any more, and a client that has dialled loses its connection.
        isAwaited = (try? Child(server, on: loop) { _ in }) != nil
    }

    /// The last complaint in the log since the start; nil if there is none.
    private var complaint: String? {
        guard let path = places.serverLog, let logSize,
            let bytes = try? WholeFile.read(path, limit: Self.longestLog)
        else { return nil }
        return String(decoding: bytes.dropFirst(logSize), as: UTF8.self)
            .split(separator: "\n").last { $0.hasPrefix(Self.complaintMark) }
            .map { String($0.dropFirst(Self.complaintMark.count)) }
    }

    /// What happened on a line to it, with the reason if that is no matter of the line.
    func explained(_ event: LinkEvent) -> LinkEvent {
        switch event {
        case .closed(let id, .lost) where isAwaited:
            return .closed(id, .notStarted(because: complaint))
        case .opened: isAwaited = false
        case .closed, .received: break
        }
        return event
    }
}

extension Endpoint {
    /// Nil if it is no single address.
    var socketAddress: SocketAddress? {
        address.flatMap { SocketAddress(host: $0, port: port) }
    }
}
