package import SimperiumLoop

/// Why there can be no door.
package enum SSHDoorFault: Error, Hashable, Sendable {
    case library(LibraryError)
    /// The libssh of that version does not even talk to itself.
    case deafLibrary(version: String)
    /// The libssh of that version has its memory laid out in a way that this program does not know.
    case unknownLayout(version: String)
}
