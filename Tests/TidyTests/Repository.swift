import Foundation

/// The files of this repository.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// All text files, sorted by path. Each is read once.
    static let files: [TextFile] = paths.compactMap { path in
        guard let data = FileManager.default.contents(atPath: root.path + "/" + path) else {
            return nil
        }
        let isBinary = data.prefix(4_096).contains(0)
        return isBinary ? nil : TextFile(path: path, bytes: [UInt8](data))
    }

    private static let filesByPath = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })

    static func file(_ path: String) -> TextFile? { filesByPath[path] }

    static func text(of path: String) -> String? { file(path)?.text }

    /// True if there is a file or a folder at this path.
    static func contains(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.path + "/" + path)
    }

    /// The time of a file's last change.
    static func changeDate(of path: String) -> Date {
        let attributes = try? FileManager.default.attributesOfItem(atPath: root.path + "/" + path)
        return attributes?[.modificationDate] as? Date ?? .distantPast
    }

    static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: root.appending(path: path))
    }

    /// The text files of a folder, without those of its subfolders.
    static func paths(under folder: String) -> [String] {
        files.map(\.path).filter { path in
            path.hasPrefix(folder + "/") && !path.dropFirst(folder.count + 1).contains("/")
        }
    }

    /// The files that git would list, because they are in no folder that `.gitignore` names.
    private static var paths: [String] {
        let ignored: Set<Substring> = [".git", ".build", ".swiftpm", "__pycache__"]
        let manager = FileManager.default
        let tops = (try? manager.contentsOfDirectory(atPath: root.path)) ?? []
        let all = tops.filter { !ignored.contains($0[...]) }.flatMap { top in
            [top] + (manager.subpaths(atPath: root.path + "/" + top) ?? []).map { top + "/" + $0 }
        }
        return all.filter { path in
            !path.hasSuffix(".o") && ignored.isDisjoint(with: path.split(separator: "/"))
        }
        .sorted()
    }
}
