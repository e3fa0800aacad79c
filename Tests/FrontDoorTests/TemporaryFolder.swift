import Foundation

/// A folder of its own for one test, which goes with the value.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "tictactoe-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
