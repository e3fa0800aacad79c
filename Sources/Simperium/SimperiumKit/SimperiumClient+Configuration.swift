extension SimperiumClient {
    /// The options of a client, fixed for its life.
    public struct Configuration: Sendable {
        /// The place of objects and unsent edits.
        @nonexhaustive
        public enum Storage: Hashable, Sendable {
            case memory
            /// A file that only this client opens. `account` keeps the buckets of several users in
            /// one file apart.
            case file(String, account: String = "")
        }

        /// The certificates that are accepted at an encrypted address.
        @nonexhaustive
        public enum Trust: Hashable, Sendable {
            /// Those signed by an authority that the operating system trusts.
            case system
            /// Those signed by an authority in a PEM file.
            case certificates(file: String)
        }

        public var server: String
        public var app: String
        /// The app's key, for signing up or in with a password. Not needed with a token.
        public var apiKey: String?
        public var storage = Storage.memory
        public var trust = Trust.system
        /// The most changed objects that a slow reader may have unread. Beyond that it must read
        /// all. Also the most unread refusals that are kept.
        public var unreadLimit = 1_024
        /// Called with each entry for a log, on the client's thread, which waits for it.
        public var onLog: (@Sendable (LogEntry) -> Void)?

        /// `server` is an address such as `wss://sync.example.org`, optionally with a path.
        public init(server: String, app: String) {
            self.server = server
            self.app = app
        }
    }
}
