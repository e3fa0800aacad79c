/// The summary of each option in `--help`, the manual and the completions.
enum OptionWords {
    static let server =
        "server to use: HOST, HOST:PORT (default port: 8383) or wss://HOST;"
        + " or up to 8 servers that share a lobby, as A,B,C"
    static let port = "port of the server on this machine, if --server is not given"
    static let name = "your name in the lobby"
    static let vs = "challenge this player as soon as they are in the lobby"
    static let demo = "watch two bots play each other"
    static let target = "number of round wins that decides a series"
    static let clock = "clock, in seconds per move"
    static let lobbyTokenFile = "file with a closed lobby's token"
    static let insecureAccount =
        "use your account over an unencrypted connection (not safe)"
    static let passwordFile = "file with your password on its first line"
    static let force = "sign out even if unsent changes are lost"
    static let theme = "theme file (such as ./FILE) or theme name"
    static let key = "assign a key, as in resign=Q (repeatable)"
    static let ascii = "draw with ASCII characters only"
    static let color = "no colours"
    static let mouse = "no mouse"
    static let sound = "no bell when it is your move"
    static let motion = "no animation"
    static let quick = "a number key places a piece at once, without Enter"
    static let keypad = "number the squares like a keypad, with 7 8 9 at the top"
    static let plain = "print lines of text, for screen readers and scripts"
    static let quiet = "do not print the result on exit"
    static let follow = "keep running, and print each change as it happens"
    static let days = "days per move in the new game"
    static let short =
        "print a few characters for a shell prompt, or nothing if no game is waiting"
    static let json = "print one JSON object per line"
    static let format = "output format"
    static let listen = "address to listen on (repeatable)"
    static let ssh = "address to accept ssh guests on (repeatable)"
    static let door = "do not accept ssh guests"
    static let store = "where to store data: a file, memory or redis://HOST"
    static let durability =
        "what acknowledged changes survive: a power cut, or only the end of the process"
    static let storePasswordFile = "file with the Redis password on its first line"
    static let storeAuthorities = "file with the CA certificates to trust for rediss://"
    static let storeReplicas =
        "number of Redis replicas that must have a change before it is acknowledged"
    static let storeMayForget =
        "accept a Redis that may evict data or does not save it to disk"
    static let app = "also serve this app (repeatable)"
    static let firehose =
        "on Redis, let administrators read all users' changes in this app"
        + " (always allowed without Redis) (repeatable)"
    static let tlsCert = "certificate file for TLS"
    static let tlsKey = "private key file of the certificate"
    static let log = "log format"
    static let idleExit = "exit after N seconds without clients"
    static let maxConnections = "maximum number of connections"
    static let maxPerAddress = "maximum number of connections from one address"
    static let hallSize = "target number of people in a hall of the lobby"
    static let plainClients =
        "maximum number of old or third-party clients that do not support halls"
    static let maxMemory = "maximum number of bytes queued for slow clients, in total"
    static let status = "show the state of the server on this machine"
    static let stop = "stop the server on this machine"
    static let hostKey = "SSH host key file"
    static let bans = "ban list file: addresses and SSH key fingerprints"
    static let trustedProxy =
        "trust PROXY and X-Forwarded-For headers from this range (repeatable)"
    static let allowOrigin =
        "allow web pages from this site to use a local-only server (repeatable)"
    static let keys = "file with the apps' API keys and administrator tokens"
    static let newKeys =
        "create missing keys; use it only on the first server of a shared Redis"
    static let new =
        "start even if Redis is empty, or if settings differ from the last start"
    static let doorTokenFile =
        "file with the token shared by a server and a door on another machine"
    static let maxGuests = "maximum number of ssh guests"
    static let maxGuestsPerAddress = "maximum number of ssh guests from one address"
    static let players = "number of players"
    static let watchers = "number of spectators"
    static let movesPerSecond = "moves per second, for all players together"
    static let breaksPerMinute =
        "failures per minute: lost connections, stopped or killed programs"
    static let seconds = "duration in seconds"
    static let config = "configuration file to read instead of your own"
    static let record = "record the session in this new file"
    static let replay = "replay this recording and compare the results"
    static let help = "show help"
    static let version = "show the version"
}

extension OptionWords {
    /// The defaults that depend on something else.
    enum Usual {
        static let server = "this machine's"
        static let name = "the name you chose in the game, at first your user name"
        static let theme = "dark or light, to match the terminal's background"
        static let ascii = "depends on the locale"
        static let color = "what the terminal supports"
        static let listen = "all addresses, at --port"
        static let accountsListen = "this machine, at --port"
        static let partOfMachine = "1/8 of this machine's memory, at least 67108864"
        static let durability = "disk"
        static let store = "server.db in ~/.local/share/tictactoe"
        static let hostKey = "ssh_host_ed25519_key in ~/.local/share/tictactoe"
        static let keys = "beside the data file"
        static let bans = "none"
        static let idleExit = "never"
    }

    /// The summaries that differ for some commands.
    enum Own {
        static let accountServer = "the account's server; it is not contacted"
        static let servePort = "port to listen on, if --listen is not given"
        static let accountsPort =
            "port of the server on this machine, if --listen is not given"
        static let accountsListen = "address of the running server, as given to serve"
        static let accountsStore = "the server's data file, with its keys beside it"
        static let backupStore = "data file to back up; for Redis, see tictactoe copy"
        static let doctorStore =
            "check each page and row of a server's data file, or of a copy"
        static let banBans = "ban list to change; required unless --store names a Redis"
        static let banStore = "change the list of all servers on this Redis"
        static let serveRecord = "record everything in a new file in this directory"
    }
}
