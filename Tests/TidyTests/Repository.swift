import TestSupport

/// The files of this repository.
enum Repository {
    /// All text files, sorted by path. Each is read once.
    static let files: [TextFile] = paths.compactMap { path in
        guard let bytes = try? Files.bytes(place(of: path)) else { return nil }
        return bytes.prefix(4_096).contains(0) ? nil : TextFile(path: path, bytes: bytes)
    }

    private static let filesByPath = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })

    static func file(_ path: String) -> TextFile? { filesByPath[path] }

    static func text(of path: String) -> String? { file(path)?.text }

    /// True if there is a file or a folder at this path.
    static func contains(_ path: String) -> Bool {
        Files.exists(place(of: path))
    }

    private static func place(of path: String) -> String { ThisBuild.repository + "/" + path }

    /// The text files of a folder, without those of its subfolders.
    static func paths(under folder: String) -> [String] {
        files.map(\.path).filter { path in
            path.hasPrefix(folder + "/") && !path.dropFirst(folder.count + 1).contains("/")
        }
    }

    /// The files that git would list, because they are in no folder that `.gitignore` names.
    private static var paths: [String] {
        let ignored: Set<Substring> = [".git", ".build", ".swiftpm", "__pycache__"]
        let tops = (try? Files.names(in: ThisBuild.repository)) ?? []
        let all = tops.filter { !ignored.contains($0[...]) }.flatMap { top in
            [top] + Files.paths(below: place(of: top)).map { top + "/" + $0 }
        }
        return all.filter { path in
            !path.hasSuffix(".o") && ignored.isDisjoint(with: path.split(separator: "/"))
        }
        .sorted()
    }
}
