/// The summary of each option in `--help`, the manual and the completions.
enum OptionWords {
    static var server: String {
        "server to use: HOST, HOST:PORT (default port: 8383) or wss://HOST;"
            + " or up to 8 servers that share a lobby, as A,B,C"
    }
    static var port: String { "port of the server on this machine, if --server is not given" }
    static var name: String { "your name in the lobby" }
    static var vs: String { "challenge this player as soon as they are in the lobby" }
    static var demo: String { "watch two bots play each other" }
    static var target: String { "number of round wins that decides a series" }
    static var clock: String { "clock, in seconds per move" }
    static var lobbyTokenFile: String { "file with a closed lobby's token" }
    static var insecureAccount: String {
        "use your account over an unencrypted connection (not safe)"
    }
    static var passwordFile: String { "file with your password on its first line" }
    static var force: String { "sign out even if unsent changes are lost" }
    static var theme: String { "theme file (such as ./FILE) or theme name" }
    static var key: String { "assign a key, as in resign=Q (repeatable)" }
    static var ascii: String { "draw with ASCII characters only" }
    static var color: String { "no colours" }
    static var mouse: String { "no mouse" }
    static var sound: String { "no bell when it is your move" }
    static var motion: String { "no animation" }
    static var notify: String { "no notification while another window is in front" }
    static var links: String { "no clickable addresses" }
    static var quick: String { "a number key places a piece at once, without Enter" }
    static var keypad: String { "number the squares like a keypad, with 7 8 9 at the top" }
    static var plain: String { "print lines of text, for screen readers and scripts" }
    static var quiet: String { "do not print the result on exit" }
    static var follow: String { "keep running, and print each change as it happens" }
    static var days: String { "days per move in the new game" }
    static var wait: String { "keep running, and print a game when it begins to wait for you" }
    static var short: String {
        "print a few characters for a shell prompt, or nothing if no game is waiting"
    }
    static var json: String { "print one JSON object per line" }
    static var format: String { "output format" }
    static var listen: String { "address to listen on (repeatable)" }
    static var ssh: String { "address to accept ssh guests on (repeatable)" }
    static var door: String { "do not accept ssh guests" }
    static var store: String { "where to store data: a file, memory or redis://HOST" }
    static var durability: String {
        "what acknowledged changes survive: a power cut, or only the end of the process"
    }
    static var storePasswordFile: String { "file with the Redis password on its first line" }
    static var storeAuthorities: String { "file with the CA certificates to trust for rediss://" }
    static var storeReplicas: String {
        "number of Redis replicas that must have a change before it is acknowledged"
    }
    static var innerAddress: String {
        "on Redis, address for connections from the other servers"
    }
    static var storeMayForget: String {
        "accept a Redis that may evict data or does not save it to disk"
    }
    static var app: String { "also serve this app (repeatable)" }
    static var tlsCert: String { "certificate file for TLS" }
    static var tlsKey: String { "private key file of the certificate" }
    static var log: String { "log format" }
    static var idleExit: String { "exit after N seconds without clients" }
    static var maxConnections: String { "maximum number of connections" }
    static var maxPerAddress: String { "maximum number of connections from one address" }
    static var hallSize: String { "target number of people in a hall of the lobby" }
    static var spread: String {
        "on Redis, number of people in the lobby at one server before halls open at others"
    }
    static var plainClients: String {
        "maximum number of old or third-party clients that do not support halls"
    }
    static var maxMemory: String { "maximum number of bytes queued for slow clients, in total" }
    static var status: String { "show the state of the server on this machine" }
    static var stop: String { "stop the server on this machine" }
    static var hostKey: String { "SSH host key file" }
    static var bans: String { "ban list file: addresses and SSH key fingerprints" }
    static var trustedProxy: String {
        "trust PROXY and X-Forwarded-For headers from this range (repeatable)"
    }
    static var allowOrigin: String {
        "allow web pages from this site to use a local-only server (repeatable)"
    }
    static var keys: String { "file with the apps' API keys and administrator tokens" }
    static var newKeys: String {
        "create missing keys; use it only on the first server of a shared Redis"
    }
    static var new: String {
        "start even if Redis is empty, or if settings differ from the last start"
    }
    static var doorTokenFile: String {
        "file with the token shared by a server and a door on another machine"
    }
    static var maxGuests: String { "maximum number of ssh guests" }
    static var maxGuestsPerAddress: String { "maximum number of ssh guests from one address" }
    static var config: String { "configuration file to read instead of your own" }
    static var record: String { "record the session in this new file" }
    static var replay: String { "replay this recording and compare the results" }
    static var help: String { "show help" }
    static var version: String { "show the version" }
}

extension OptionWords {
    /// The descriptions of defaults that depend on the machine, the terminal or the command.
    enum ContextDependentDefaults {
        static var server: String { "this machine's" }
        static var name: String { "the name you chose in the game, at first your user name" }
        static var theme: String {
            "dark or light, to match the terminal's background, or COLORFGBG"
        }
        static var clock: String { "60 in a quick match, unless your opponent chose none" }
        static var ascii: String { "depends on the locale" }
        static var color: String { "what the terminal supports" }
        static var listen: String { "all addresses, at --port" }
        static var innerAddress: String { "a free port of this machine" }
        static var partOfMachine: String { "1/8 of this machine's memory, at least 67108864" }
        static var durability: String { "disk" }
        static var store: String { "server.db in ~/.local/share/tictactoe" }
        static var hostKey: String { "ssh_host_ed25519_key in ~/.local/share/tictactoe" }
        static var keys: String { "beside the data file" }
        static var bans: String { "none" }
        static var idleExit: String { "never" }
    }
}

/// The texts about an option in the help for one command.
struct OptionHelpTexts: Hashable, Sendable {
    /// The placeholder of the value; nil if the option takes no value.
    var placeholder: String?
    var summary: String
    /// The default; nil if there is none.
    var defaultDescription: String?
}

extension CommandName {
    /// Returns the texts about an option. Some texts depend on the command.
    func texts(of option: Option) -> OptionHelpTexts {
        var texts = option.texts
        switch (self, option) {
        case (.stats, .server), (.friends, .server), (.puzzle, .server), (.replay, .server),
            (.export, .server):
            texts.summary =
                "the account's server; if it is unreachable, the copy on this machine is used"
        case (.serve, .server): texts.summary = "with --status: the server to ask instead"
        case (.serve, .port): texts.summary = "port to listen on, if --listen is not given"
        case (.accounts, .app):
            texts.summary = "app of the accounts"
            texts.defaultDescription = "tictactoe, the game"
        case (.accounts, .passwordFile):
            texts.summary = "with add: file with the account's password on its first line"
            texts.defaultDescription = "a random password, which is printed"
        case (.accounts, .port):
            texts.summary = "port of the server on this machine, if --listen is not given"
        case (.accounts, .listen):
            texts.summary = "address of the running server, as given to serve"
            texts.defaultDescription = "this machine, at --port"
        case (.accounts, .store):
            texts.placeholder = "FILE"
            texts.summary = "the server's data file, with its keys beside it"
        case (.backup, .store):
            texts.placeholder = "FILE"
            texts.summary = "data file to back up; for Redis, see tictactoe copy"
        case (.doctor, .store):
            texts.placeholder = "FILE"
            texts.summary = "check each page and row of a server's data file, or of a copy"
            texts.defaultDescription = nil
        case (.ban, .bans):
            texts.summary = "ban list to change; required unless --store names a Redis"
            texts.defaultDescription = nil
        case (.ban, .store):
            texts.placeholder = "redis://HOST"
            texts.summary = "change the list of all servers on this Redis"
            texts.defaultDescription = nil
        case (.serve, .record), (.door, .record):
            texts.placeholder = "DIRECTORY"
            texts.summary = "record everything in a new file in this directory"
        default: break
        }
        return texts
    }
}

extension Option {
    /// The texts of the option for most commands.
    var texts: OptionHelpTexts {
        OptionHelpTexts(
            placeholder: kind.placeholder, summary: summary,
            defaultDescription: defaultValue ?? defaultDescription)
    }
}
