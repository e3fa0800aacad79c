import Foundation

/// A folder of a test's own, gone when the test ends.
final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory
        .appending(path: "tictactoe-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }
}
