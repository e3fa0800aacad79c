package import SimperiumLoop
package import SimperiumWire

/// The contents of a copy of an account, as read by a program that does not hold the copy.
package enum ClosedOrOpenAccountCopy: Sendable {
    /// The maximum size of an answer, in bytes.
    static let longest = 1 << 26

    /// The stored state of a copy that no program holds. `writtenAt` is the time of the last write
    /// to the file, in milliseconds since 1970; 0 if it is unknown.
    case closed([BucketName: StoredReplicaBucket], writtenAt: Int64)
    /// The answer of the program that holds the copy. `writtenAt` is as in `closed`.
    case open([UInt8], writtenAt: Int64)
}

/// The socket beside an open copy. Other programs of the user read the copy from this socket,
/// because the file is locked. Each connection receives one answer, which is empty if the file
/// can't be read.
package final class AccountCopySocketServer {
    /// A function that makes the answer from the stored state. It runs on another thread.
    package typealias Answer = @Sendable ([BucketName: StoredReplicaBucket]) -> [UInt8]

    private let path: String
    private let listener: Descriptor
    private let file: AccountCopyFile
    private let buckets: [BucketName]
    private let loop: Loop
    private let queue: DiskQueue
    private let makeAnswer: () -> Answer
    private var readiness: ReadinessWatch?
    private var sending: [Int: PendingSend] = [:]
    private var lastNumber = 0

    private final class PendingSend {
        let work: OffloadedWork

        init(_ work: consuming OffloadedWork) {
            self.work = work
        }
    }

    /// Creates the socket; returns nil if that fails. Without the socket, other programs can read
    /// the copy only after this program has closed it.
    package init?(
        to file: AccountCopyFile, _ buckets: [BucketName], by queue: DiskQueue, on loop: Loop,
        _ makeAnswer: @escaping () -> Answer
    ) {
        path = Self.socketPath(of: file.path)
        guard let listener = try? LocalSocket.listen(at: path) else { return nil }
        self.listener = listener
        self.file = file
        self.buckets = buckets
        self.loop = loop
        self.queue = queue
        self.makeAnswer = makeAnswer
        readiness = try? ReadinessWatch(of: listener, on: loop) { [unowned self] _ in
            acceptAndSendCopy()
        }
        readiness?.startPolling(for: .readable)
    }

    deinit {
        readiness = nil
        LocalSocket.close(listener, at: path)
    }

    static func socketPath(of copy: String) -> String { copy + ".socket" }

    private func acceptAndSendCopy() {
        guard let connection = LocalSocket.accept(at: listener) else { return }
        queue.run { [file, buckets, answer = makeAnswer()] in
            var stored: [BucketName: StoredReplicaBucket] = [:]
            for bucket in buckets { stored[bucket] = try? file.load(bucket) }
            return stored.count == buckets.count ? answer(stored) : []
        } then: { [weak self] bytes in
            guard let self else { return LocalSocket.sendAndClose([], over: connection) }
            sendAndClose(bytes, over: connection)
        }
    }

    private func sendAndClose(_ bytes: [UInt8], over connection: Descriptor) {
        lastNumber += 1
        let number = lastNumber
        sending[number] = PendingSend(
            loop.offload {
                LocalSocket.sendAndClose(bytes, over: connection)
            } then: { [weak self] in
                self?.sending[number] = nil
            })
    }
}
