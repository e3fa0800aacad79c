/// The summary of each option in `--help`, the manual and the completions.
package enum OptionWords {
    package static let server =
        "server to use: HOST, HOST:PORT (default port: 8383) or wss://HOST;"
        + " or up to 8 servers that share a lobby, as A,B,C"
    package static let port = "port of the server on this machine, if --server is not given"
    package static let name = "your name in the lobby"
    package static let vs = "challenge this player as soon as they are in the lobby"
    package static let demo = "watch two bots play each other"
    package static let target = "number of round wins that decides a series"
    package static let clock = "clock, in seconds per move"
    package static let lobbyTokenFile = "file with a closed lobby's token"
    package static let insecureAccount =
        "use your account over an unencrypted connection (not safe)"
    package static let passwordFile = "file with your password on its first line"
    package static let force = "sign out even if unsent changes are lost"
    package static let theme = "theme file (such as ./FILE) or theme name"
    package static let key = "assign a key, as in resign=Q (repeatable)"
    package static let ascii = "draw with ASCII characters only"
    package static let color = "no colours"
    package static let mouse = "no mouse"
    package static let sound = "no bell when it is your move"
    package static let motion = "no animation"
    package static let quick = "a number key places a piece at once, without Enter"
    package static let keypad = "number the squares like a keypad, with 7 8 9 at the top"
    package static let plain = "print lines of text, for screen readers and scripts"
    package static let quiet = "do not print the result on exit"
    package static let follow = "keep running, and print each change as it happens"
    package static let days = "days per move in the new game"
    package static let short =
        "print a few characters for a shell prompt, or nothing if no game is waiting"
    package static let json = "print one JSON object per line"
    package static let format = "output format"
    package static let listen = "address to listen on (repeatable)"
    package static let ssh = "address to accept ssh guests on (repeatable)"
    package static let door = "do not accept ssh guests"
    package static let store = "where to store data: a file, memory or redis://HOST"
    package static let storePasswordFile = "file with the Redis password on its first line"
    package static let storeAuthorities = "file with the CA certificates to trust for rediss://"
    package static let storeReplicas =
        "number of Redis replicas that must have a change before it is acknowledged"
    package static let storeMayForget =
        "accept a Redis that may evict data or does not save it to disk"
    package static let app = "also serve this app (repeatable)"
    package static let firehose =
        "on Redis, let administrators read all users' changes in this app"
        + " (always allowed without Redis) (repeatable)"
    package static let tlsCert = "certificate file for TLS"
    package static let tlsKey = "private key file of the certificate"
    package static let log = "log format"
    package static let idleExit = "exit after N seconds without clients"
    package static let maxConnections = "maximum number of connections"
    package static let maxPerAddress = "maximum number of connections from one address"
    package static let hallSize = "target number of people in a hall of the lobby"
    package static let plainClients =
        "maximum number of old or third-party clients that do not support halls"
    package static let maxMemory = "maximum number of bytes queued for slow clients, in total"
    package static let status = "show the state of the server on this machine"
    package static let stop = "stop the server on this machine"
    package static let hostKey = "SSH host key file"
    package static let bans = "ban list file: addresses and SSH key fingerprints"
    package static let trustedProxy =
        "trust PROXY and X-Forwarded-For headers from this range (repeatable)"
    package static let allowOrigin =
        "allow web pages from this site to use a local-only server (repeatable)"
    package static let keys = "file with the apps' API keys and administrator tokens"
    package static let newKeys =
        "create missing keys; use it only on the first server of a shared Redis"
    package static let new =
        "start even if Redis is empty, or if settings differ from the last start"
    package static let doorTokenFile =
        "file with the token shared by a server and a door on another machine"
    package static let maxGuests = "maximum number of ssh guests"
    package static let maxGuestsPerAddress = "maximum number of ssh guests from one address"
    package static let players = "number of players"
    package static let watchers = "number of spectators"
    package static let movesPerSecond = "moves per second, for all players together"
    package static let breaksPerMinute =
        "failures per minute: lost connections, stopped or killed programs"
    package static let seconds = "duration in seconds"
    package static let config = "configuration file to read instead of your own"
    package static let record = "record the session in this new file"
    package static let replay = "replay this recording and compare the results"
    package static let help = "show help"
    package static let version = "show the version"
}

extension OptionWords {
    /// The defaults that depend on something else.
    package enum Usual {
        package static let server = "this machine's"
        package static let name = "the name you chose in the game, at first your user name"
        package static let theme = "dark or light, to match the terminal's background"
        package static let ascii = "depends on the locale"
        package static let color = "what the terminal supports"
        package static let listen = "all addresses, at --port"
        package static let accountsListen = "this machine, at --port"
        package static let partOfMachine = "1/8 of this machine's memory, at least 67108864"
        package static let store = "server.db in ~/.local/share/tictactoe"
        package static let hostKey = "ssh_host_ed25519_key in ~/.local/share/tictactoe"
        package static let keys = "beside the data file"
        package static let bans = "none"
        package static let idleExit = "never"
    }

    /// The summaries that differ for some commands.
    package enum Own {
        package static let accountServer = "the account's server; it is not contacted"
        package static let servePort = "port to listen on, if --listen is not given"
        package static let accountsPort =
            "port of the server on this machine, if --listen is not given"
        package static let accountsListen = "address of the running server, as given to serve"
        package static let accountsStore = "the server's data file, with its keys beside it"
        package static let backupStore = "data file to back up; for Redis, see tictactoe copy"
        package static let doctorStore =
            "check each page and row of a server's data file, or of a copy"
        package static let banBans = "ban list to change; required unless --store names a Redis"
        package static let banStore = "change the list of all servers on this Redis"
        package static let serveRecord = "record everything in a new file in this directory"
    }
}
