internal import Wording

/// What `backup` is asked for.
package struct BackupOptions: Hashable, Sendable {
    package let store: ServeOptions.Store
    /// Where the copy goes.
    package let copy: String

    init(_ settings: Settings, to copy: String?) throws(Misuse) {
        guard let copy else { throw .noOperand(PlaceholderWords.file, .backup) }
        store = try ServeOptions.Store(settings)
        self.copy = copy
    }
}
