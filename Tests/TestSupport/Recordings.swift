internal import Foundation

/// The recordings that a failing test leaves for replaying.
package enum Recordings {
    private static let folder = ".build/recordings"

    /// Writes recordings, and returns a sentence with their place and the command that replays
    /// them.
    package static func write(_ recordings: [(name: String, bytes: [UInt8])], of run: String)
        -> String
    {
        let files = FileManager.default
        let place = URL(filePath: folder).appending(path: run)
        do {
            try? files.removeItem(at: place)
            try files.createDirectory(at: place, withIntermediateDirectories: true)
            for recording in recordings {
                let file = place.appending(path: recording.name + ".jsonl")
                try Data(recording.bytes).write(to: file)
            }
        } catch {
            return "what it did can't be recorded: \(error)"
        }
        return """
            \(recordings.count) recordings are in \(place.path); to replay one:
            tictactoe doctor --replay \(place.path)/\(recordings.first?.name ?? "NAME").jsonl
            """
    }
}
