package import SimperiumLoop

/// Why there is no host key. It is never replaced on its own, so somebody has to look.
package enum HostKeyFault: Error, Hashable, Sendable {
    /// The file is open to other users, or belongs to one.
    case unsafe
    /// The file holds no key that this program can use.
    case damaged
    case unreadable(LibraryError)
    case unwritable(LibraryError)
}
