import Commands
import SimperiumLoop
internal import Visit
import Wording

/// The file that stores this program's seat in a match, for the next run. The program holds a lock
/// on the file.
final class MatchSeatFileStore {
    private let folder: String
    private let server: String
    private var file: LockedFile?
    /// The seat of an earlier run; nil if there is none, or if it has been released.
    private(set) var savedSeat: KeptSeat?
    private(set) var warnings: [String] = []
    private var hasReportedFailure = false

    /// Searches the seat files for the seat of an earlier run. Returns nil if this program can't
    /// store files.
    init?(at server: String) {
        let locations = FileLocations(environment: ThisProcess.environment)
        guard let folder = locations.seatFolder, FileSystem.canCreateFiles(in: folder) else {
            return nil
        }
        self.folder = folder
        self.server = server
        var core = SeatFileChooser(at: server)
        for name in SeatFileChooser.names { inspectSeatFile(named: name, with: &core) }
        savedSeat = core.chosen
        warnings = core.problems.map { $0.sentence(in: folder) }
    }

    /// Reads a seat file, unless another program has locked it. Keeps the lock, renames the file,
    /// removes it or leaves it, as `core` decides.
    private func inspectSeatFile(named name: String, with core: inout SeatFileChooser) {
        let path = "\(folder)/\(name)"
        guard let finding = try? LockedFile.lockExisting(path) else { return }
        do throws(LibraryError) {
            switch finding {
            case .nothing: _ = core.decideAction(for: .nothing, named: name)
            case .taken, .lockless: _ = core.decideAction(for: .taken, named: name)
            case .unsafe: _ = core.decideAction(for: .unsafe, named: name)
            case .held(let held):
                let bytes = try held.read(limit: SeatFile.longest)
                switch core.decideAction(for: .file(bytes), named: name) {
                case .leave: break
                case .choose: file = held
                case .setAside: try held.rename(to: path + ".bad")
                case .remove: try held.remove()
                }
            }
        } catch {
            // A file that can't be read or moved stays.
        }
    }

    /// Releases the seat that was found, so that another run of the program can use it.
    func releaseSeat() {
        (file, savedSeat) = (nil, nil)
    }

    /// Stores the seat. If `seat` is nil, removes the stored seat. Returns the reason for the first
    /// failure; nil for success, and for later failures.
    func saveOrRemove(_ seat: KeptSeat?, syncing: Bool) -> String? {
        do throws(LibraryError) {
            guard let seat else {
                try file?.remove()
                file = nil
                return nil
            }
            if file == nil { file = try createOrReuseLockedFile() }
            try file?.write(SeatFile(seat, at: server).bytes, syncing: syncing)
            return nil
        } catch {
            defer { hasReportedFailure = true }
            return hasReportedFailure ? nil : SavedSeatWords.matchNotSaved(because: error.reason)
        }
    }

    /// Creates and locks a file, and returns it. If all names are in use, locks and returns the
    /// oldest file that no program has locked. The seat in that file has probably expired, because
    /// a server releases a seat after a minute.
    private func createOrReuseLockedFile() throws(LibraryError) -> LockedFile {
        try FileSystem.makePrivateDirectories(folder)
        let paths = SeatFileChooser.names.map { "\(folder)/\($0)" }
        for path in paths {
            if let file = try LockedFile.createLocked(path) { return file }
        }
        let files = paths.map { (time: FileSystem.modificationTime(of: $0) ?? 0, path: $0) }
        for (_, path) in files.sorted(by: { $0.time < $1.time }) {
            if case .held(let file)? = try? LockedFile.lockExisting(path) { return file }
        }
        throw LibraryError("seat", "create", reason: SavedSeatWords.noLockableFile(of: paths.count))
    }
}

extension SeatFileChooser.FileProblem {
    fileprivate func sentence(in folder: String) -> String {
        switch self {
        case .unsafe(let name): SavedSeatWords.savedMatchUnsafe("\(folder)/\(name)")
        case .damaged(let name): SavedSeatWords.savedMatchDamaged("\(folder)/\(name)")
        case .otherVersion(let name): SavedSeatWords.savedMatchOfOtherVersion("\(folder)/\(name)")
        }
    }
}
