import Foundation

/// Where a file of that name is in Assets.
func assetPath(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Assets").appending(path: name).path
}
