/// The summary of each option in `--help`, the manual and the completions.
package enum OptionWords {
    package static let server =
        "server to use, or several of one lobby as A,B,C (default: this machine's)"
    package static let port = "port of the server on this machine, if no server is named"
    package static let name = "your name in the lobby"
    package static let vs = "challenge this player as soon as they are in the lobby"
    package static let demo = "watch two bots play each other"
    package static let target = "round wins that decide the series"
    package static let clock = "clock, in seconds a move"
    package static let lobbyTokenFile = "file with the token of a closed lobby"
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
    package static let quiet = "print no result on exit"
    package static let follow = "keep running and print every change"
    package static let days = "days for each move of the new game"
    package static let short = "print a few characters for a prompt, or nothing if no game waits"
    package static let json = "print one JSON object per line"
    package static let format = "output format"
    package static let listen = "address to listen on (repeatable)"
    package static let ssh = "address where ssh guests connect (repeatable)"
    package static let door = "do not let guests connect by ssh"
    package static let store = "where to store data: a file, memory or redis://HOST"
    package static let storePasswordFile = "file with the Redis password on its first line"
    package static let storeAuthorities = "file with the CA certificates to trust for rediss://"
    package static let storeReplicas =
        "Redis replicas that must have a change before it is acknowledged"
    package static let storeMayForget =
        "accept a Redis that may evict data or does not save it to disk"
    package static let app = "also serve this app (repeatable)"
    package static let firehose =
        "let administrators read all users' changes of this app; needs Redis (repeatable)"
    package static let tlsCert = "certificate file for TLS"
    package static let tlsKey = "private key file of the certificate"
    package static let log = "log format"
    package static let idleExit = "exit after N seconds without clients"
    package static let maxConnections = "maximum number of connections"
    package static let maxPerAddress = "maximum number of connections from one address"
    package static let hallSize = "maximum number of people in a hall of the lobby"
    package static let plainClients = "maximum number of clients that do not support halls"
    package static let maxMemory = "maximum number of bytes that wait for slow readers, in total"
    package static let status = "show the state of the server on this machine"
    package static let stop = "stop the server on this machine"
    package static let hostKey = "SSH host key file"
    package static let bans = "ban list file: addresses and SSH key fingerprints"
    package static let trustedProxy =
        "trust PROXY and X-Forwarded-For headers from this range (repeatable)"
    package static let allowOrigin =
        "allow web pages of this site to use a local-only server (repeatable)"
    package static let keys = "file with the apps' API keys and administrator tokens"
    package static let newKeys = "create missing keys, once for all servers that share a Redis"
    package static let new = "start on a new Redis, or with settings that differ from before"
    package static let doorTokenFile =
        "file with the token that the server shares with a separate door"
    package static let maxGuests = "maximum number of ssh guests"
    package static let maxGuestsPerAddress = "maximum number of ssh guests from one address"
    package static let players = "number of players"
    package static let watchers = "number of spectators"
    package static let movesPerSecond = "moves per second of all players together"
    package static let breaksPerMinute =
        "failures per minute: lost connections, stopped or killed programs"
    package static let seconds = "duration in seconds"
    package static let config = "configuration file to read instead of your own"
    package static let record =
        "record the session in this new file; serve and door take a directory"
    package static let replay = "replay this recording and compare the results"
    package static let help = "show help"
    package static let version = "show the version"
}

extension OptionWords {
    /// The defaults that depend on something else.
    package enum Usual {
        package static let name = "your user name on this machine"
        package static let theme = "dark or light, like the terminal's background"
        package static let ascii = "depends on the locale"
        package static let color = "what the terminal supports"
        package static let listen = "all addresses, at --port"
        package static let partOfMachine = "1/8 of the memory of this machine, at least 67108864"
        package static let inDataFolder = "in the data directory"
    }
}
