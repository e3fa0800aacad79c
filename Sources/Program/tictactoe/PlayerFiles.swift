import Commands
import Records
import SimperiumLoop
import SimperiumReplica
internal import Visit
import Wording

/// The files of a player's program: the recording, the seat, the account with its copy, and the
/// settings. Another thread writes the last two, so that no key waits for a disk.
final class PlayerFiles {
    /// The longest time that the program waits for the disk at its end.
    private static let patience = Duration.seconds(2)

    /// The recording; nil if there is none.
    let recording: RecordingFile?
    /// The file of the seat; nil if the seat can't be stored.
    let seat: MatchSeatFileStore?
    /// The account's files; nil without a lobby, before the first picture, and for a report.
    private(set) var account: AccountFileStore?
    private let loop: Loop
    private let queue: DiskQueue
    private var choices: PendingChoices
    /// True once the user was warned that settings can't be stored.
    private var isChoiceLost = false
    /// Called with each warning for the user.
    var warn: (String) -> Void = { _ in }
    private var lastCall: Timer?
    /// True at the end, once all disk work is done.
    private var isWritten = false

    /// Prepares the files. The program starts with the settings `choices`.
    init(
        recording: RecordingFile?, seat: MatchSeatFileStore?, choices: LocalSettings, on loop: Loop
    ) {
        self.recording = recording
        self.seat = seat
        self.choices = PendingChoices(written: choices)
        self.loop = loop
        queue = DiskQueue(on: loop)
    }

    /// Opens the account that is signed in on this machine. If `sendsOthers`, also sends the edits
    /// that other programs left in their copies. Calls `ready` once the account file has been read,
    /// before it calls `receive`.
    func openAccount(
        of route: LobbyRoute?, sendsOthers: Bool,
        _ receive: @escaping (AccountFileStore.AccountFileEvent) -> Void,
        ready: @escaping () -> Void = {}
    ) {
        account = route.flatMap {
            AccountFileStore(
                of: $0, by: queue, on: loop, sendsOthers: sendsOthers, receive)
        }
        account == nil ? ready() : account?.loadAccount(ready)
    }

    func closeAccount() {
        // Otherwise a thread that waits for the disk still uses the copy.
        if isWritten { account?.closeAccountCopy() }
        account = nil
    }

    /// Ends the recording, and prints the reason if it is not complete.
    func closeRecording() {
        if let trouble = recording?.close() { complain(trouble) }
    }

    /// Calls `done` once everything is written, or after two seconds if the disk does not respond.
    func finishWritingWithinTimeLimit(_ done: @escaping () -> Void) {
        account?.stopSendingOtherProgramsEdits()
        var rest: (() -> Void)? = done
        lastCall = Timer(on: loop) { rest.take()?() }
        lastCall?.arm(after: Self.patience)
        queue.whenIdle { [weak self] in
            self?.isWritten = true
            rest.take()?()
        }
    }
}

/// Settings that the user chose in the game.
extension PlayerFiles {
    /// The settings to write. If several versions wait, only the newest is written.
    private struct PendingChoices {
        /// The settings as this program last read or wrote them. Only the changes since then are
        /// written, because other programs of the user write to the same file.
        var written: LocalSettings
        var isBusy = false
        var next: LocalSettings?
    }

    /// The path of the settings file; nil if it can't be stored.
    private static var choicesFile: String? {
        let locations = FileLocations(environment: ThisProcess.environment)
        guard let folder = locations.stateFolder, FileSystem.canCreateFiles(folder) else {
            return nil
        }
        return locations.choicesFile
    }

    /// The settings of earlier starts; nil if settings can't be stored. A question that must be
    /// asked only once is then not asked.
    static var foundChoices: LocalSettings? {
        guard let choicesFile else { return nil }
        return LocalSettings((try? WholeFile.read(choicesFile, limit: LocalSettings.longest)) ?? [])
    }

    func save(_ choices: LocalSettings) {
        self.choices.next = choices
        if !self.choices.isBusy { writeChoices() }
    }

    private func writeChoices() {
        guard let new = choices.next.take() else { return choices.isBusy = false }
        guard let path = Self.choicesFile else { return choices.isBusy = false }
        choices.isBusy = true
        queue.run { [base = choices.written] () -> LibraryError? in
            do {
                try FileSystem.makePrivateDirectories(
                    path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
                try WholeFile.updateUnderLock(path, limit: LocalSettings.longest) { bytes in
                    LocalSettings(bytes ?? []).applying(changesFrom: base, to: new).bytes
                }
                return nil
            } catch let error as LibraryError where error.isOfLongFile {
                // No program has written this file.
                do throws(LibraryError) {
                    try WholeFile.replace(path, with: new.bytes)
                    return nil
                } catch {
                    return error
                }
            } catch {
                return error as? LibraryError
                    ?? LibraryError("tictactoe", "write", reason: "\(error)")
            }
        } then: { [weak self] error in
            guard let self else { return }
            if let error { warnOfLostChoice(error) } else { choices.written = new }
            writeChoices()
        }
    }

    private func warnOfLostChoice(_ error: LibraryError) {
        guard !isChoiceLost else { return }
        isChoiceLost = true
        warn(LocalAccountWords.choicesNotSaved(because: error.reason))
    }
}
