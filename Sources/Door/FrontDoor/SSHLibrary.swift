internal import CSSH
package import SimperiumLoop

/// The libssh that this process runs with.
package enum SSHLibrary {
    package static var version: String {
        guard let version = unsafe ssh_version(0) else { return "unknown" }
        return unsafe String(cString: version)
    }

    package static var library: LibraryVersion {
        let built = [
            LIBSSH_VERSION_MAJOR, LIBSSH_VERSION_MINOR, LIBSSH_VERSION_MICRO,
        ].map(String.init)
        // What it was compiled with follows behind a slash.
        let running = version.split(separator: "/").first.map(String.init) ?? version
        return LibraryVersion("libssh", running: running, built: built.joined(separator: "."))
    }
}
