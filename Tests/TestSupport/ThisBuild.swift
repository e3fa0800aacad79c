internal import Glibc

/// The paths of the test program and of the repository that it was built from.
package enum ThisBuild {
    /// The path of the test program.
    package static let tests: String = {
        var path = [CChar](repeating: 0, count: 4_096)
        let length = unsafe readlink("/proc/self/exe", &path, path.count)
        let bytes = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }()

    /// The root of the repository.
    package static let repository = Files.folder(of: Files.folder(of: Files.folder(of: #filePath)))

    /// Returns the path of a program that was built together with the tests.
    package static func program(_ name: String) -> String { Files.folder(of: tests) + "/" + name }

    /// Returns the folder of a package from PyPI, which `make test-deps` installs.
    package static func wheel(_ name: String) -> String {
        repository + "/.build/python/" + name
    }
}
