internal import Game

/// All options. `OptionWords` has their texts.
extension Option {
    static let server = Option(
        "server", .server, summary: OptionWords.server,
        defaultDescription: OptionWords.ContextDependentDefaults.server)
    static let port = Option(
        "port", .number(1...65_535), summary: OptionWords.port,
        defaultValue: String(ListenEndpoint.localDefault.port))
    static let name = Option(
        "name", .name, summary: OptionWords.name,
        defaultDescription: OptionWords.ContextDependentDefaults.name)
    static let vs = Option("vs", .name, summary: OptionWords.vs, isCommandLineOnly: true)
    static let clock = Option(
        "clock", .oneOf(["none"] + MoveTimeLimit.numbers), summary: OptionWords.clock,
        defaultDescription: OptionWords.ContextDependentDefaults.clock)
    static let target = Option(
        "target", .oneOf(["none"] + SeriesTarget.numbers), summary: OptionWords.target,
        defaultValue: "none")
    static let lobbyTokenFile = Option(
        "lobby-token-file", .file, summary: OptionWords.lobbyTokenFile)
    static let insecureAccount = Option(
        "insecure-account", .onOff(usually: false), summary: OptionWords.insecureAccount)
    static let passwordFile = Option(
        "password-file", .file, summary: OptionWords.passwordFile, isCommandLineOnly: true)
    static let force = Option(
        "force", .onOff(usually: false), summary: OptionWords.force, isCommandLineOnly: true)
    static let theme = Option(
        "theme", .theme, summary: OptionWords.theme,
        defaultDescription: OptionWords.ContextDependentDefaults.theme)
    package static let key = Option("key", .key, summary: OptionWords.key, isRepeatable: true)
    static let ascii = Option(
        "ascii", .onOff(usually: false), summary: OptionWords.ascii,
        defaultDescription: OptionWords.ContextDependentDefaults.ascii)
    static let color = Option(
        "color", .onOff(usually: true), summary: OptionWords.color,
        defaultDescription: OptionWords.ContextDependentDefaults.color)
    static let mouse = Option("mouse", .onOff(usually: true), summary: OptionWords.mouse)
    static let sound = Option("sound", .onOff(usually: true), summary: OptionWords.sound)
    static let motion = Option("motion", .onOff(usually: true), summary: OptionWords.motion)
    static let notify = Option("notify", .onOff(usually: true), summary: OptionWords.notify)
    static let links = Option("links", .onOff(usually: true), summary: OptionWords.links)
    static let quick = Option("quick", .onOff(usually: false), summary: OptionWords.quick)
    static let keypad = Option("keypad", .onOff(usually: false), summary: OptionWords.keypad)
    static let plain = Option("plain", .onOff(usually: false), summary: OptionWords.plain)
    static let quiet = Option(
        "quiet", .onOff(usually: false), summary: OptionWords.quiet, letter: "q")
    static let demo = Option(
        "demo", .onOff(usually: false), summary: OptionWords.demo, isCommandLineOnly: true)
    static let follow = Option(
        "follow", .onOff(usually: false), summary: OptionWords.follow, isCommandLineOnly: true)
    static let days = Option(
        "days", .oneOf(["1", "3", "7"]), summary: OptionWords.days, isCommandLineOnly: true,
        defaultValue: "3")
    static let wait = Option(
        "wait", .onOff(usually: false), summary: OptionWords.wait, isCommandLineOnly: true)
    static let short = Option(
        "short", .onOff(usually: false), summary: OptionWords.short, isCommandLineOnly: true)
    static let json = Option(
        "json", .onOff(usually: false), summary: OptionWords.json, isCommandLineOnly: true)
    static let format = Option(
        "format", .oneOf(["text", "json", "cast", "svg"]), summary: OptionWords.format,
        isCommandLineOnly: true, defaultValue: "text")
    static let listen = Option(
        "listen", .endpoint, summary: OptionWords.listen, isRepeatable: true,
        defaultDescription: OptionWords.ContextDependentDefaults.listen)
    static let ssh = Option(
        "ssh", .endpoint, summary: OptionWords.ssh, isRepeatable: true,
        defaultDescription: "\(ListenEndpoint.sshDefault)")
    static let door = Option("door", .onOff(usually: true), summary: OptionWords.door)
    static let store = Option(
        "store", .store, summary: OptionWords.store,
        defaultDescription: OptionWords.ContextDependentDefaults.store)
    static let durability = Option(
        "durability", .oneOf(["disk", "process"]), summary: OptionWords.durability,
        defaultDescription: OptionWords.ContextDependentDefaults.durability)
    static let storePasswordFile = Option(
        "store-password-file", .file, summary: OptionWords.storePasswordFile)
    static let storeAuthorities = Option(
        "store-authorities", .file, summary: OptionWords.storeAuthorities)
    static let storeReplicas = Option(
        "store-replicas", .number(0...100), summary: OptionWords.storeReplicas, defaultValue: "0")
    static let innerAddress = Option(
        "inner-address", .endpoint, summary: OptionWords.innerAddress,
        defaultDescription: OptionWords.ContextDependentDefaults.innerAddress)
    static let storeMayForget = Option(
        "store-may-forget", .onOff(usually: false), summary: OptionWords.storeMayForget)
    static let app = Option("app", .app, summary: OptionWords.app, isRepeatable: true)
    static let tlsCert = Option("tls-cert", .file, summary: OptionWords.tlsCert)
    static let tlsKey = Option("tls-key", .file, summary: OptionWords.tlsKey)
    static let log = Option(
        "log", .oneOf(["text", "json"]), summary: OptionWords.log, defaultValue: "text")
    static let idleExit = Option(
        "idle-exit", .number(1...86_400), summary: OptionWords.idleExit,
        defaultDescription: OptionWords.ContextDependentDefaults.idleExit)
    static let maxConnections = Option(
        "max-connections", .number(1...1_000_000), summary: OptionWords.maxConnections,
        defaultValue: "10000")
    static let maxPerAddress = Option(
        "max-per-address", .number(1...1_000_000), summary: OptionWords.maxPerAddress,
        defaultValue: "200")
    static let hallSize = Option(
        "hall-size", .number(2...10_000), summary: OptionWords.hallSize, defaultValue: "100")
    static let spread = Option(
        "spread", .number(1...1_000_000), summary: OptionWords.spread, defaultValue: "2000")
    static let plainClients = Option(
        "plain-clients", .number(0...1_000_000), summary: OptionWords.plainClients,
        defaultValue: "200")
    static let maxMemory = Option(
        "max-memory", .number(16_777_216...1_000_000_000_000), summary: OptionWords.maxMemory,
        defaultDescription: OptionWords.ContextDependentDefaults.partOfMachine)
    static let status = Option(
        "status", .onOff(usually: false), summary: OptionWords.status, isCommandLineOnly: true)
    static let stop = Option(
        "stop", .onOff(usually: false), summary: OptionWords.stop, isCommandLineOnly: true)
    static let hostKey = Option(
        "host-key", .file, summary: OptionWords.hostKey,
        defaultDescription: OptionWords.ContextDependentDefaults.hostKey)
    static let bans = Option(
        "bans", .file, summary: OptionWords.bans,
        defaultDescription: OptionWords.ContextDependentDefaults.bans)
    static let trustedProxy = Option(
        "trusted-proxy", .addresses, summary: OptionWords.trustedProxy, isRepeatable: true)
    static let allowOrigin = Option(
        "allow-origin", .origin, summary: OptionWords.allowOrigin, isRepeatable: true)
    static let keys = Option(
        "keys", .file, summary: OptionWords.keys,
        defaultDescription: OptionWords.ContextDependentDefaults.keys)
    static let newKeys = Option(
        "new-keys", .onOff(usually: false), summary: OptionWords.newKeys, isCommandLineOnly: true)
    static let new = Option(
        "new", .onOff(usually: false), summary: OptionWords.new, isCommandLineOnly: true)
    static let doorTokenFile = Option("door-token-file", .file, summary: OptionWords.doorTokenFile)
    static let maxGuests = Option(
        "max-guests", .number(1...100_000), summary: OptionWords.maxGuests, defaultValue: "500")
    static let maxGuestsPerAddress = Option(
        "max-guests-per-address", .number(1...100_000), summary: OptionWords.maxGuestsPerAddress,
        defaultValue: "8")
    package static let config = Option(
        "config", .file, summary: OptionWords.config, isCommandLineOnly: true)
    static let record = Option(
        "record", .file, summary: OptionWords.record, isCommandLineOnly: true)
    static let replay = Option(
        "replay", .file, summary: OptionWords.replay, isCommandLineOnly: true)
    static let help = Option(
        "help", .onOff(usually: false), summary: OptionWords.help, letter: "h",
        isCommandLineOnly: true)
    static let version = Option(
        "version", .onOff(usually: false), summary: OptionWords.version, isCommandLineOnly: true)
}
