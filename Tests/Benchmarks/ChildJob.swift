import Glibc
import SimperiumJSON
import SimperiumLoop

/// A job that this program does in a process of its own, so that its memory and its CPU time are
/// not those of other benchmarks. The process gets it as JSON.
enum ChildJob: Codable {
    case broadcastServer(CertificatePaths?)
    case bareServer(frameLength: Int, receivers: Int, requestLength: Int?)
    case bareRoomServer(devices: Int, receivers: Int)
    case bareAnswerServer
    case simperiumServer(SimperiumJob)
    case firstSync(address: String, file: String?, authority: String?)
    case doorSpectators(port: UInt16, count: Int)
    case idleConnections(Int)

    /// The first argument of a process with a job. The job is the second one.
    static let word = "--job"

    /// True for a server that uses TLS.
    var isEncrypted: Bool {
        switch self {
        case .broadcastServer(let certificate): certificate != nil
        case .simperiumServer(let job): job.certificate != nil
        default: false
        }
    }

    init(json: String) throws {
        self = try RecordDecoder().decode(ChildJob.self, from: JSON(parsing: Array(json.utf8)))
    }

    /// Returns the launch of a process with the job. Its output goes to a descriptor.
    func launch(output: CInt) throws -> ProgramLaunch {
        let json = try RecordEncoder().encode(self)
        return ProgramLaunch(
            "/proc/self/exe", [Self.word, "\(json)"],
            streams: [
                .null, .sharing(Descriptor(rawValue: output)), .sharing(.standardError),
            ])
    }

    func perform() throws {
        switch self {
        case .broadcastServer(let certificate): try serveBroadcast(certificate)
        case .bareServer(let length, let receivers, let requestLength):
            serveBare(frameLength: length, receivers: receivers, requestLength: requestLength)
        case .bareRoomServer(let devices, let receivers):
            try serveBareRooms(of: devices, receivers: receivers)
        case .bareAnswerServer: serveBareAnswers()
        case .simperiumServer(let job): try job.serve()
        case .firstSync(let address, let file, let authority):
            syncFirst(at: address, file: file, authority: authority)
        case .doorSpectators(let port, let count): watchDoor(port: port, count: count)
        case .idleConnections(let count): measureIdleConnections(count)
        }
    }

    /// Runs a process with the job until its end, and returns the numbers that it prints.
    func numbers() throws -> [Double] {
        var ends: [CInt] = [0, 0]
        _ = unsafe pipe(&ends)
        let loop = try Loop()
        var end: ChildProcess.End?
        let child = try ChildProcess(launch(output: ends[1]), on: loop) {
            end = $0
            loop.stop()
        }
        close(ends[1])
        defer { close(ends[0]) }
        loop.run()
        _ = child.id
        guard end == .exited(0) else { throw ChildJobFault(job: self, end: end) }
        var text = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(ends[0], &text, text.count)
        return String(decoding: text.prefix(max(0, count)), as: UTF8.self)
            .split { $0.isWhitespace }.compactMap { Double($0) }
    }
}

private struct ChildJobFault: Error {
    let job: ChildJob
    let end: ChildProcess.End?
}
