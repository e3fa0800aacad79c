internal import CSimperiumUV

/// The version of a library that the program runs with, and the version that it was built with.
package struct LibraryVersion: Hashable, Sendable {
    package let name: String
    package let running: String
    package let built: String

    package init(_ name: String, running: String, built: String) {
        self.name = name
        self.running = running
        self.built = built
    }
}

extension Loop {
    package static var library: LibraryVersion {
        let built = [UV_VERSION_MAJOR, UV_VERSION_MINOR, UV_VERSION_PATCH].map(String.init)
        return LibraryVersion(
            "libuv", running: unsafe String(cString: uv_version_string()),
            built: built.joined(separator: "."))
    }
}
