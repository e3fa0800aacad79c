import Commands
import Records
import SimperiumLoop
import SimperiumReplica
internal import Visit
import Wording

/// The files of a player's program: the recording, the seat, the account with its copy, and the
/// settings. Another thread writes the account's files and the settings, so that no key press waits
/// for the disk.
final class PlayerFiles {
    /// The longest time that the program waits for pending writes before it exits.
    private static let finishTimeLimit = Duration.seconds(2)

    let recording: EventRecordingFile?
    /// The file of the seat; nil if the seat can't be stored.
    let seat: MatchSeatFileStore?
    /// The account's files; nil without a lobby or a home directory, before the first picture, for
    /// a report on the lobby, and after the account has been closed.
    private(set) var account: SignedInAccountFiles?
    private let loop: Loop
    private let queue: DiskQueue
    /// The settings as this program last read or wrote them. Only the changes since then are
    /// written, because other programs of the user write to the same file.
    private var writtenSettings: LocalSettings
    /// The settings to write next. If several versions wait, only the newest is written.
    private var nextSettings: LocalSettings?
    private var isWritingSettings = false
    /// True once the user was warned that settings can't be stored.
    private var hasWarnedOfLostSettings = false
    /// Called with each warning for the user.
    var warn: (String) -> Void = { _ in }
    private var finishTimer: Timer?
    /// True at the end, once all disk work is done.
    private var isWritten = false

    /// Prepares the files. The program starts with `settings`.
    init(
        recording: EventRecordingFile?, seat: MatchSeatFileStore?, settings: LocalSettings,
        on loop: Loop
    ) {
        self.recording = recording
        self.seat = seat
        writtenSettings = settings
        self.loop = loop
        queue = DiskQueue(on: loop)
    }

    /// Opens the account that is signed in on this machine. If `sendsOthers`, also sends the edits
    /// that other programs left in their copies. Calls `ready` once the account file has been read,
    /// before it calls `deliver` or `warn`; at once without a lobby or a home directory.
    func openAccount(
        of connector: LobbyConnector?, sendsOthers: Bool,
        _ deliver: @escaping (ProgramEvent) -> Void, ready: @escaping () -> Void
    ) {
        account = connector.flatMap {
            SignedInAccountFiles(
                of: $0, by: queue, on: loop, sendsOthers: sendsOthers, warn: warn, deliver)
        }
        account == nil ? ready() : account?.loadAccount(ready)
    }

    func closeAccount() {
        // Until all disk work is done, another thread may still use the copy.
        if isWritten { account?.closeAccountCopy() }
        account = nil
    }

    /// Ends the recording. If a write has failed, prints the reason.
    func closeRecording() {
        if let trouble = recording?.close() { complain(trouble) }
    }

    /// Calls `done` once all files are written, or after two seconds if the disk does not respond.
    func finishWritingWithinTimeLimit(_ done: @escaping () -> Void) {
        account?.stopSendingOtherProgramsEdits()
        var rest: (() -> Void)? = done
        finishTimer = Timer(on: loop) { rest.take()?() }
        finishTimer?.arm(after: Self.finishTimeLimit)
        queue.whenIdle { [weak self] in
            self?.isWritten = true
            rest.take()?()
        }
    }

    /// The path of the settings file; nil if it can't be stored.
    private static var settingsFile: String? {
        let locations = FileLocations(environment: ThisProcess.environment)
        guard let folder = locations.stateFolder, FileSystem.canCreateFiles(in: folder) else {
            return nil
        }
        return locations.localSettingsFile
    }

    /// The settings of earlier runs; nil if settings can't be stored. If nil, the program does not
    /// ask questions that a user should see only once.
    static var savedSettings: LocalSettings? {
        guard let settingsFile else { return nil }
        let bytes = try? WholeFile.read(settingsFile, limit: LocalSettings.longest)
        return LocalSettings(bytes ?? [])
    }

    /// Applies the changes of this run to the settings file, on another thread. Changes during a
    /// write are written together afterwards.
    func mergeSettingsInBackground(_ settings: LocalSettings) {
        nextSettings = settings
        if !isWritingSettings { writeSettings() }
    }

    private func writeSettings() {
        guard let new = nextSettings.take(), let path = Self.settingsFile else {
            return isWritingSettings = false
        }
        isWritingSettings = true
        queue.run { [base = writtenSettings] () -> LibraryError? in
            do {
                try FileSystem.makePrivateDirectories(
                    path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
                try WholeFile.updateUnderLock(path, limit: LocalSettings.longest) { bytes in
                    LocalSettings(bytes ?? []).applying(changesFrom: base, to: new).bytes
                }
                return nil
            } catch let error as LibraryError where error.isOfLongFile {
                // This program never writes such a long file, so the file is replaced.
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
            if let error { warnOfLostSettings(error) } else { writtenSettings = new }
            writeSettings()
        }
    }

    private func warnOfLostSettings(_ error: LibraryError) {
        guard !hasWarnedOfLostSettings else { return }
        hasWarnedOfLostSettings = true
        warn(LocalAccountCopyWords.choicesNotSaved(because: error.reason))
    }
}
