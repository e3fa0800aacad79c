internal import Foundation

/// A test's own folder, removed when this value is released. Its name is short, because screens
/// show parts of it.
package final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory
        .appending(path: "tictactoe-\(UUID().uuidString.prefix(8))")

    package init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of the folder.
    package var place: String { url.path }

    /// The path of a file in the folder, which need not exist.
    package func path(_ name: String) -> String { url.appending(path: name).path }
}
