extension SimperiumClient {
    /// What a client is told once.
    public struct Configuration: Sendable {
        /// Where the client keeps what must outlive the program.
        @nonexhaustive
        public enum Storage: Hashable, Sendable {
            case memory
            /// A file that this client alone has open. `account` tells whose buckets these are, if
            /// a program keeps those of several people in one file.
            case file(String, account: String = "")
        }

        /// Whose certificates are good at an encrypted address.
        @nonexhaustive
        public enum Trust: Hashable, Sendable {
            /// Those of the authorities that the operating system trusts.
            case system
            /// Those of the authorities in a PEM file.
            case certificates(file: String)
        }

        public var server: String
        public var app: String
        /// Opens the app for those who sign up or in by password. A token needs none.
        public var apiKey: String?
        public var storage = Storage.memory
        public var trust = Trust.system
        /// How many objects each reader of changes may be behind by, before it has to read all; and
        /// how many refusals are kept for a reader of these.
        public var unreadLimit = 1_024
        /// Hears what belongs into a log. It is called on the client's thread, which waits for it.
        public var onLog: (@Sendable (LogEntry) -> Void)?

        /// The server is at an address such as `wss://sync.example.org`, or below a path of it.
        public init(server: String, app: String) {
            self.server = server
            self.app = app
        }
    }
}
