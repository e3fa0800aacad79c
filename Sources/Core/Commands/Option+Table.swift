/// Every option there is. This is the one place where their words are written.
extension Option {
    static let server = Option(
        "server", .server, "play on this server, not on the one of this machine")
    static let port = Option(
        "port", .number(1...65_535), "the port of this machine's server, if none is named",
        standard: "\(Endpoint.usual.port)")
    static let name = Option(
        "name", .name, "what the others call you", usual: "as you are called on this machine")
    static let vs = Option(
        "vs", .name, "challenge this person as soon as they are there", scope: .request)
    static let lobbyTokenFile = Option(
        "lobby-token-file", .file, "the token of a closed lobby is in this file")
    static let theme = Option(
        "theme", .theme, "how it looks, by a name or ./FILE; the key t tries them all",
        usual: "dark, or what suits the terminal's background")
    package static let key = Option(
        "key", .key, "do this with another key, as in resign=Q; several times", isRepeatable: true)
    static let ascii = Option(
        "ascii", .onOff(usually: false), "draw with ASCII characters only",
        usual: "as the locale says")
    static let color = Option(
        "color", .onOff(usually: true), "do without colours",
        usual: "as the terminal can")
    static let mouse = Option("mouse", .onOff(usually: true), "leave the mouse to the terminal")
    static let sound = Option("sound", .onOff(usually: true), "stay silent when it is your move")
    static let quick = Option(
        "quick", .onOff(usually: false), "a number places at once, without Enter")
    static let keypad = Option(
        "keypad", .onOff(usually: false), "number the squares as a keypad, with 7 8 9 on top")
    static let plain = Option(
        "plain", .onOff(usually: false), "talk in lines of text: for screen readers and scripts")
    static let quiet = Option(
        "quiet", .onOff(usually: false), "leave no line behind at the end", letter: "q")
    static let follow = Option(
        "follow", .onOff(usually: false), "stay, and tell every change", scope: .request)
    static let json = Option(
        "json", .onOff(usually: false), "one JSON object per line, for programs", scope: .request)
    static let listen = Option(
        "listen", .endpoint, "serve here; may be given several times", isRepeatable: true,
        usual: "everywhere, at --port")
    static let ssh = Option(
        "ssh", .endpoint, "let guests in by ssh here", isRepeatable: true,
        usual: "\(Endpoint.usualForGuests)")
    static let door = Option("door", .onOff(usually: true), "let nobody in by ssh")
    static let store = Option(
        "store", .store, "keep everything in this file, or nowhere", usual: "in the data directory")
    static let app = Option(
        "app", .app, "serve this app, too; may be given several times", isRepeatable: true)
    static let tlsCert = Option("tls-cert", .file, "serve TLS with this certificate")
    static let tlsKey = Option("tls-key", .file, "the certificate's key")
    static let log = Option(
        "log", .oneOf(["text", "json"]), "how the lines of the log are written", standard: "text")
    static let idleExit = Option(
        "idle-exit", .number(1...86_400), "leave when nobody has been here for N seconds")
    static let maxConnections = Option(
        "max-connections", .number(1...1_000_000), "at most this many connections",
        standard: "10000")
    static let maxPerAddress = Option(
        "max-per-address", .number(1...1_000_000), "the same from one address",
        standard: "200")
    static let status = Option(
        "status", .onOff(usually: false), "tell how the server on this machine is doing",
        scope: .request)
    static let stop = Option(
        "stop", .onOff(usually: false), "end the server on this machine", scope: .request)
    static let hostKey = Option(
        "host-key", .file, "the key that shows guests it is still us",
        usual: "in the data directory")
    static let bans = Option("bans", .file, "keep out whom this file names, by address or key")
    static let doorTokenFile = Option(
        "door-token-file", .file, "what a door on another machine is known by is in this file")
    static let maxGuests = Option(
        "max-guests", .number(1...100_000), "at most this many guests by ssh", standard: "500")
    static let maxGuestsPerAddress = Option(
        "max-guests-per-address", .number(1...100_000), "the same from one address",
        standard: "8")
    static let players = Option(
        "players", .number(0...100_000), "how many play", scope: .request, standard: "100")
    static let watchers = Option(
        "watchers", .number(0...100_000), "how many watch", scope: .request, standard: "0")
    static let movesPerSecond = Option(
        "moves-per-second", .number(1...100_000), "how many moves they make together",
        scope: .request,
        standard: "100")
    static let seconds = Option(
        "seconds", .number(1...86_400), "for how long", scope: .request, standard: "10")
    package static let config = Option(
        "config", .file, "read this instead of your own configuration file", scope: .request)
    static let help = Option(
        "help", .onOff(usually: false), "tell about a command", letter: "h", scope: .request)
    static let version = Option(
        "version", .onOff(usually: false), "tell which version this is", scope: .request)
}
