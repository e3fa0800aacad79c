import Commands
import Records
import SimperiumLoop
import SimperiumReplica
internal import Visit
import Wording

/// The files of a player's program: the recording, the seat, the account with its copy, and the
/// settings. All but the first two are written on another thread, so that no key waits for a disk.
final class PlayerFiles {
    /// Time that the end of the program waits for a disk.
    private static let patience = Duration.seconds(2)

    /// Nil if nothing is recorded.
    let recording: RecordingFile?
    /// Nil if no seat is kept.
    let seat: SeatFileStore?
    /// Nil without a lobby, before the first picture, and for a report.
    private(set) var account: AccountFileStore?
    private let loop: Loop
    private let queue: DiskQueue
    private var choices = QueuedFile()
    /// True once the user was told that choices can't be stored.
    private var isChoiceLost = false
    /// Shows a warning to the user.
    var warn: (String) -> Void = { _ in }
    private var lastCall: Timer?
    /// True once all work on the disk is done, at the end.
    private var isWritten = false

    init(recording: RecordingFile?, seat: SeatFileStore?, on loop: Loop) {
        self.recording = recording
        self.seat = seat
        self.loop = loop
        queue = DiskQueue(on: loop)
    }

    /// Finds the account that is signed in on this machine. `sendsOthers` also sends the edits that
    /// other programs left in their copies. Calls `ready` once the account file has
    /// been read, before it calls `receive`.
    func openAccount(
        of route: LobbyRoute?, sendsOthers: Bool,
        _ receive: @escaping (AccountFileStore.News) -> Void, ready: @escaping () -> Void = {}
    ) {
        account = route.flatMap {
            AccountFileStore(
                of: $0, by: queue, on: loop, sendsOthers: sendsOthers, receive)
        }
        account == nil ? ready() : account?.loadAccount(ready)
    }

    func closeAccount() {
        // A thread that waits for the disk still has the copy.
        if isWritten { account?.close() }
        account = nil
    }

    /// Ends the recording, and prints the reason if it is not complete.
    func closeRecording() {
        if let trouble = recording?.close() { complain(trouble) }
    }

    /// Calls `done` once everything is on the disk, or soon if the disk does not answer.
    func finishWriting(_ done: @escaping () -> Void) {
        account?.stopSending()
        var rest: (() -> Void)? = done
        lastCall = Timer(on: loop) { rest.take()?() }
        lastCall?.arm(after: Self.patience)
        queue.whenIdle { [weak self] in
            self?.isWritten = true
            rest.take()?()
        }
    }
}

/// The settings that were chosen in the game.
extension PlayerFiles {
    /// A file that is replaced as a whole. Of several contents only the newest is written.
    private struct QueuedFile {
        var isBusy = false
        var next: [UInt8]?
    }

    /// Nil if no file can be kept.
    private static var choicesFile: String? {
        let locations = FileLocations(environment: ThisProcess.environment)
        guard let folder = locations.stateFolder, FileSystem.canCreateFiles(folder) else {
            return nil
        }
        return locations.choicesFile
    }

    /// The choices of earlier starts; nil if none can be kept, and then no question is asked that
    /// must be asked only once.
    static var foundChoices: LocalSettings? {
        guard let choicesFile else { return nil }
        return LocalSettings((try? WholeFile.read(choicesFile, limit: LocalSettings.longest)) ?? [])
    }

    func save(_ choices: LocalSettings) {
        self.choices.next = choices.bytes
        if !self.choices.isBusy { writeChoices() }
    }

    private func writeChoices() {
        guard let bytes = choices.next.take() else { return choices.isBusy = false }
        guard let path = Self.choicesFile else { return choices.isBusy = false }
        choices.isBusy = true
        queue.run { () -> LibraryError? in
            do throws(LibraryError) {
                try FileSystem.makeDirectory(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
                try WholeFile.replace(path, with: bytes)
                return nil
            } catch {
                return error
            }
        } then: { [weak self] error in
            guard let self else { return }
            if let error { warnOfLostChoice(error) }
            writeChoices()
        }
    }

    private func warnOfLostChoice(_ error: LibraryError) {
        guard !isChoiceLost else { return }
        isChoiceLost = true
        warn(CopyWords.choicesNotKept(because: error.reason))
    }
}
