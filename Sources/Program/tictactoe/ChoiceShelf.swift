import Commands
import Records
import SimperiumLoop
import SimperiumReplica

/// Where this program keeps what was chosen in the game for its next start. It is written on
/// another thread: no key waits for a disk.
final class ChoiceShelf {
    private let path: String
    private let queue: DiskQueue
    private var isBusy = false
    /// What is to be written next: the newest alone.
    private var next: Choices?

    /// Nil where nothing can be kept.
    init?(on loop: Loop) {
        guard let path = Self.path else { return nil }
        self.path = path
        queue = DiskQueue(on: loop)
    }

    /// The file; nil if there can be none.
    private static var path: String? {
        let locations = FileLocations(environment: ThisProcess.environment)
        guard let folder = locations.stateFolder, Folder.takesFiles(folder) else { return nil }
        return locations.choicesFile
    }

    /// What was chosen at earlier starts; nil if nothing can be kept, and so nothing is asked that
    /// is to be asked once.
    static var found: Choices? {
        guard let path else { return nil }
        return Choices((try? WholeFile.read(path, limit: Choices.longest)) ?? [])
    }

    func keep(_ choices: Choices) {
        next = choices
        guard !isBusy else { return }
        write()
    }

    private func write() {
        guard let choices = next.take() else { return isBusy = false }
        isBusy = true
        queue.run { [path] in
            // What can't be kept is asked or chosen once more.
            try? Folder.make(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            try? WholeFile.replace(path, with: choices.bytes)
        } then: { [weak self] _ in
            self?.write()
        }
    }

    /// Has `done` called when all is on the disk.
    func finish(_ done: @escaping () -> Void) {
        queue.whenIdle(done)
    }
}
