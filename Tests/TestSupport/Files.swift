internal import Foundation

/// Functions for tests that read and write files.
package enum Files {
    /// Returns a file's text; throws if the file is not UTF-8.
    package static func text(_ path: String) throws -> String {
        guard let text = String(validating: try bytes(path), as: UTF8.self) else {
            throw CocoaError(.fileReadInapplicableStringEncoding)
        }
        return text
    }

    package static func bytes(_ path: String) throws -> [UInt8] {
        // Foundation's `Data(contentsOf:)` and `String(contentsOfFile:)` leak 4 KB for an empty
        // file.
        try [UInt8](FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data())
    }

    /// Writes a file in place, and creates it if it is missing.
    package static func write(_ text: String, to path: String) throws {
        try write(Array(text.utf8), to: path)
    }

    package static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    package static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    package static func isExecutable(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
    }

    /// Returns the names in a folder, sorted.
    package static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Returns the paths of all files and folders below a folder, relative to it.
    package static func paths(below folder: String) -> [String] {
        FileManager.default.subpaths(atPath: folder) ?? []
    }

    /// Creates a folder and its parents.
    package static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Copies a file, or a folder with its contents, to a new path.
    package static func copy(_ path: String, to new: String) throws {
        try FileManager.default.copyItem(atPath: path, toPath: new)
    }

    package static func move(_ path: String, to new: String) throws {
        try FileManager.default.moveItem(atPath: path, toPath: new)
    }

    package static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Removes a file, or a folder with its contents.
    package static func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    /// Returns the permission bits, as in `chmod`.
    package static func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    package static func setMode(of path: String, to mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Returns the path of the folder that contains a file.
    package static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}

package func secondsSince1970() -> Double { Date().timeIntervalSince1970 }
