/// Every option there is. Their words are written here and nowhere else.
extension Option {
    static let server = Option(
        "server", .server, summary: "play on this server, not on the one of this machine")
    static let port = Option(
        "port", .number(1...65_535), summary: "the port of this machine's server, if none is named",
        standard: String(Endpoint.usual.port))
    static let name = Option(
        "name", .name, summary: "what the others call you",
        usual: "as you are called on this machine")
    static let vs = Option(
        "vs", .name, summary: "challenge this person as soon as they are there", scope: .request)
    static let lobbyTokenFile = Option(
        "lobby-token-file", .file, summary: "the token of a closed lobby is in this file")
    static let theme = Option(
        "theme", .theme, summary: "how it looks, by a name or ./FILE; the key t tries them all",
        usual: "dark, or what suits the terminal's background")
    package static let key = Option(
        "key", .key, summary: "do this with another key, as in resign=Q; several times",
        isRepeatable: true)
    static let ascii = Option(
        "ascii", .onOff(usually: false), summary: "draw with ASCII characters only",
        usual: "as the locale says")
    static let color = Option(
        "color", .onOff(usually: true), summary: "do without colours",
        usual: "as the terminal can")
    static let mouse = Option(
        "mouse", .onOff(usually: true), summary: "leave the mouse to the terminal")
    static let sound = Option(
        "sound", .onOff(usually: true), summary: "stay silent when it is your move")
    static let quick = Option(
        "quick", .onOff(usually: false), summary: "a number places at once, without Enter")
    static let keypad = Option(
        "keypad", .onOff(usually: false),
        summary: "number the squares as a keypad, with 7 8 9 on top")
    static let plain = Option(
        "plain", .onOff(usually: false),
        summary: "talk in lines of text: for screen readers and scripts")
    static let quiet = Option(
        "quiet", .onOff(usually: false), summary: "leave no line behind at the end", letter: "q")
    static let follow = Option(
        "follow", .onOff(usually: false), summary: "stay, and tell every change", scope: .request)
    static let json = Option(
        "json", .onOff(usually: false), summary: "one JSON object per line, for programs",
        scope: .request)
    static let listen = Option(
        "listen", .endpoint, summary: "serve here; may be given several times", isRepeatable: true,
        usual: "everywhere, at --port")
    static let ssh = Option(
        "ssh", .endpoint, summary: "let guests in by ssh here", isRepeatable: true,
        usual: "\(Endpoint.usualDoor)")
    static let door = Option("door", .onOff(usually: true), summary: "let nobody in by ssh")
    static let store = Option(
        "store", .store, summary: "keep everything in this file, or nowhere",
        usual: "in the data directory")
    static let app = Option(
        "app", .app, summary: "serve this app, too; may be given several times", isRepeatable: true)
    static let tlsCert = Option("tls-cert", .file, summary: "serve TLS with this certificate")
    static let tlsKey = Option("tls-key", .file, summary: "the certificate's key")
    static let log = Option(
        "log", .oneOf(["text", "json"]), summary: "how the lines of the log are written",
        standard: "text")
    static let idleExit = Option(
        "idle-exit", .number(1...86_400), summary: "leave when nobody has been here for N seconds")
    static let maxConnections = Option(
        "max-connections", .number(1...1_000_000), summary: "at most this many connections",
        standard: "10000")
    static let maxPerAddress = Option(
        "max-per-address", .number(1...1_000_000), summary: "the same from one address",
        standard: "200")
    static let status = Option(
        "status", .onOff(usually: false), summary: "tell how the server on this machine is doing",
        scope: .request)
    static let stop = Option(
        "stop", .onOff(usually: false), summary: "end the server on this machine", scope: .request)
    static let hostKey = Option(
        "host-key", .file, summary: "the key that shows guests it is still us",
        usual: "in the data directory")
    static let bans = Option(
        "bans", .file, summary: "keep out whom this file names, by address or key")
    static let doorTokenFile = Option(
        "door-token-file", .file,
        summary: "what a door on another machine is known by is in this file")
    static let maxGuests = Option(
        "max-guests", .number(1...100_000), summary: "at most this many guests by ssh",
        standard: "500")
    static let maxGuestsPerAddress = Option(
        "max-guests-per-address", .number(1...100_000), summary: "the same from one address",
        standard: "8")
    static let players = Option(
        "players", .number(0...100_000), summary: "how many play", scope: .request, standard: "100")
    static let watchers = Option(
        "watchers", .number(0...100_000), summary: "how many watch", scope: .request, standard: "0")
    static let movesPerSecond = Option(
        "moves-per-second", .number(1...100_000), summary: "how many moves they make together",
        scope: .request,
        standard: "100")
    static let seconds = Option(
        "seconds", .number(1...86_400), summary: "for how long", scope: .request, standard: "10")
    package static let config = Option(
        "config", .file, summary: "read this instead of your own configuration file",
        scope: .request)
    static let record = Option(
        "record", .file,
        summary: "record all that happens in this new file; a server and a door take a folder",
        scope: .request)
    static let replay = Option(
        "replay", .file,
        summary: "say whether all that was recorded in this file comes out the same",
        scope: .request)
    static let help = Option(
        "help", .onOff(usually: false), summary: "tell about a command", letter: "h",
        scope: .request)
    static let version = Option(
        "version", .onOff(usually: false), summary: "tell which version this is", scope: .request)
}
