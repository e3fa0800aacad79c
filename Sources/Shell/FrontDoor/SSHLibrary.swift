internal import CSSH

/// The libssh that this process runs with.
package enum SSHLibrary {
    package static var version: String {
        guard let version = unsafe ssh_version(0) else { return "unknown" }
        return unsafe String(cString: version)
    }
}
