internal import CSimperiumUV

/// A library's version at run time, and its version when the program was built.
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
