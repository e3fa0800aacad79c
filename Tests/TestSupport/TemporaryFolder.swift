internal import Foundation

/// A folder of a test's own, gone when the test ends. Its name is short, for some of it is shown.
package final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory
        .appending(path: "tictactoe-\(UUID().uuidString.prefix(8))")

    package init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Where the folder is.
    package var place: String { url.path }

    /// Where something of that name is in the folder, or would be.
    package func path(_ name: String) -> String { url.appending(path: name).path }
}
