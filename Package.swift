// swift-tools-version: 6.2
import PackageDescription

let everywhere: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]
/// Without the import of regular expressions, which `Sources` do not need, the program is smaller.
/// `contains`, `split` and `replacing` with a text come from the same module.
let sources =
    everywhere + [
        .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])
    ]

/// A target of `Sources`, named by its folder and itself: "Game/Lobby".
func target(
    _ place: String, _ dependencies: [Target.Dependency], embedding folder: String? = nil
) -> Target {
    .target(
        name: name(of: place), dependencies: dependencies, path: "Sources/\(place)",
        resources: folder.map { [.embedInCode($0)] }, swiftSettings: sources)
}

func name(of place: String) -> String { place.split(separator: "/").last.map(String.init) ?? place }

/// Values and state machines: no handle, no Foundation, no clock.
func core(_ place: String, _ dependencies: Target.Dependency...) -> Target {
    target(place, dependencies)
}

/// A thin wrapper around exactly one job of the outer world.
/// The files in `folder` are part of the program.
func shell(
    _ place: String, _ dependencies: Target.Dependency..., embedding folder: String? = nil
) -> Target {
    target(place, dependencies, embedding: folder)
}

/// A core joined to the shells that it needs.
func joint(_ place: String, _ dependencies: Target.Dependency...) -> Target {
    target(place, dependencies)
}

func app(_ place: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(
        name: name(of: place), dependencies: dependencies, path: "Sources/\(place)",
        swiftSettings: sources)
}

func clibrary(_ name: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/System/C/\(name)", providers: [.apt([apt])])
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: everywhere)
}

/// Code that several tests need. Never shipped.
func support(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: everywhere)
}

func tool(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: everywhere)
}

var targets: [Target] = [
    core("Simperium/SimperiumBytes", "CSimperiumOpenSSL", "CSimperiumZlib"),
    core("Simperium/SimperiumClock"),
    core("Game/Game", "SimperiumClock"),
    core("Simperium/SimperiumJSON"),
    core("System/Drawing", "SimperiumBytes", "SimperiumClock", "SimperiumJSON"),
    core("Simperium/SimperiumWebWire", "SimperiumBytes"),
    core("Simperium/SimperiumWire", "SimperiumBytes", "SimperiumClock", "SimperiumJSON"),
    core("Program/Recording", "SimperiumClock", "SimperiumJSON", "SimperiumWire"),
    core("Simperium/SimperiumSync", "SimperiumClock", "SimperiumJSON", "SimperiumWire"),
    core("Server/SyncHub", "SimperiumClock", "SimperiumJSON", "SimperiumWire"),
    core("Server/RedisWire", "SimperiumBytes", "SimperiumClock"),
    core("Server/Cluster", "SimperiumBytes", "SimperiumClock"),
    core("Game/Lobby", "Game", "SimperiumClock", "SimperiumJSON", "SimperiumWire"),
    core(
        "Game/Records", "Drawing", "Game", "Lobby", "SimperiumClock", "SimperiumJSON",
        "SimperiumWire"),
    core(
        "Program/Commands", "Drawing", "Game", "Lobby", "SimperiumWebWire", "SimperiumWire"),
    core(
        "Game/Visit", "Commands", "Drawing", "Game", "Lobby", "Records",
        "SimperiumClock",
        "SimperiumJSON",
        "SimperiumSync", "SimperiumWire"),
    core(
        "Game/Wording", "Drawing", "Game", "Lobby", "Recording", "Records", "SimperiumClock",
        "SimperiumSync", "SimperiumWebWire", "SimperiumWire", "Visit"),
    core(
        "Game/PlainText", "Commands", "Drawing", "Game", "Lobby", "Recording", "Records",
        "SimperiumClock", "SimperiumJSON", "SimperiumSync", "SimperiumWebWire", "SimperiumWire",
        "Visit", "Wording"),
    core(
        "Game/Play", "Commands", "Drawing", "Game", "Lobby", "Recording", "Records",
        "SimperiumClock",
        "SimperiumJSON",
        "SimperiumSync", "SimperiumWire", "Visit", "Wording"),
    core(
        "Door/Guests", "Commands", "Drawing", "Game", "Lobby", "PlainText", "Play", "Recording",
        "Records", "SimperiumClock", "SimperiumJSON", "SimperiumSync", "SimperiumWebWire",
        "SimperiumWire", "Visit", "Wording"),
    core(
        "Server/Simplenote", "SimperiumBytes", "SimperiumClock", "SimperiumJSON",
        "SimperiumWire"),
    core(
        "Server/Host", "Drawing", "Recording", "SimperiumBytes", "SimperiumClock",
        "SimperiumJSON", "SimperiumWebWire", "SimperiumWire", "SyncHub"),
    core(
        "Game/GameHost", "Game", "Host", "Lobby", "Recording", "Records", "SimperiumClock",
        "SimperiumJSON", "SimperiumWebWire", "SimperiumWire", "SyncHub"),

    clibrary("CSimperiumUV", apt: "libuv1-dev"),
    clibrary("CSimperiumOpenSSL", apt: "libssl-dev"),
    clibrary("CCurses", apt: "libncursesw5-dev"),
    clibrary("CSSH", apt: "libssh-dev"),
    clibrary("CSimperiumSQLite", apt: "libsqlite3-dev"),
    clibrary("CSimperiumZlib", apt: "zlib1g-dev"),

    shell("System/SimperiumLoop", "CSimperiumUV", "SimperiumClock"),
    shell(
        "System/SimperiumNetwork", "CSimperiumOpenSSL", "CSimperiumUV", "SimperiumClock",
        "SimperiumLoop",
        "SimperiumWebWire"),
    shell("System/Terminal", "CCurses", "Drawing", "SimperiumLoop"),
    shell("Door/FrontDoor", "CSSH", "Drawing", "SimperiumLoop"),
    shell(
        "Server/SimperiumStore", "CSimperiumSQLite", "SimperiumClock", "SimperiumJSON",
        "SimperiumLoop",
        "SimperiumWire"),
    shell(
        "Server/RedisStore", "Cluster", "RedisWire", "SimperiumClock", "SimperiumJSON",
        "SimperiumLoop", "SimperiumNetwork", "SimperiumWire", embedding: "Scripts"),

    joint(
        "Simperium/SimperiumReplica", "SimperiumClock", "SimperiumJSON", "SimperiumLoop",
        "SimperiumNetwork",
        "SimperiumStore", "SimperiumSync", "SimperiumWebWire", "SimperiumWire"),
    joint(
        "Simperium/SimperiumKit", "SimperiumClock", "SimperiumJSON", "SimperiumLoop",
        "SimperiumNetwork",
        "SimperiumReplica", "SimperiumStore", "SimperiumSync", "SimperiumWebWire",
        "SimperiumWire"),
    joint(
        "Server/SimperiumServer", "Cluster", "Drawing", "Host", "Recording", "RedisStore",
        "RedisWire",
        "SimperiumBytes", "SimperiumClock", "SimperiumLoop", "SimperiumNetwork", "SimperiumStore",
        "SimperiumWebWire", "SimperiumWire", "SyncHub"),
    joint(
        "Simperium/SimperiumTesting", "Host", "SimperiumKit", "SimperiumLoop", "SimperiumNetwork",
        "SimperiumServer", "SimperiumWire", "SyncHub"),
    app(
        "Program/tictactoe", "Commands", "Drawing", "FrontDoor", "Game", "GameHost", "Guests",
        "Host", "Lobby",
        "PlainText", "Play", "Recording", "Records", "RedisStore", "RedisWire",
        "SimperiumBytes", "SimperiumClock", "SimperiumJSON", "SimperiumLoop", "SimperiumNetwork",
        "SimperiumReplica", "SimperiumServer", "SimperiumStore", "SimperiumSync",
        "SimperiumWebWire", "SimperiumWire", "Simplenote", "Terminal", "Visit", "Wording"),

    support("Consistency", "SimperiumJSON"),
    support("DrawingSamples", "Drawing"),
    support(
        "Simulation", "Drawing", "Game", "GameHost", "Host", "Lobby", "Recording", "Records",
        "RedisWire",
        "SimperiumClock", "SimperiumJSON", "SimperiumStore", "SimperiumSync", "SimperiumWebWire",
        "SimperiumWire", "SimulatedDisk", "SyncHub", "Visit"),
    support("SimulatedDisk", "CSimperiumSQLite", "SimperiumClock"),
    support(
        "StorageSamples", "SimperiumClock", "SimperiumJSON", "SimperiumStore", "SimperiumWire"),
    support(
        "RedisSamples", "Cluster", "RedisStore", "RedisWire", "SimperiumClock", "SimperiumLoop",
        "SimperiumNetwork", "SimperiumWire", "TestSupport"),
    support("TestSupport", "Drawing", "SimperiumLoop"),
    support("TestKit", "TestSupport"),
    support("Visitors", "CSSH"),
    tool("Attackers", "Visitors"),
    tool(
        "Load", "Drawing", "Game", "Lobby", "SimperiumClock", "SimperiumJSON", "SimperiumLoop",
        "SimperiumNetwork", "SimperiumReplica", "SimperiumSync", "SimperiumWebWire",
        "SimperiumWire", "Visit", "Wording"),
    tool("SyncDriver", "SimperiumClock", "SimperiumKit"),
    tool(
        "Benchmarks", "Drawing", "DrawingSamples", "Game", "Host", "Lobby", "Records", "RedisWire",
        "SimperiumClock", "SimperiumJSON", "SimperiumKit",
        "SimperiumLoop", "SimperiumNetwork", "SimperiumReplica",
        "SimperiumServer", "SimperiumStore", "SimperiumSync", "SimperiumWebWire", "SimperiumWire",
        "SyncHub", "TestSupport", "Visit", "Visitors"),
    tool("StoreWriter", "SimperiumStore", "SimperiumWire", "StorageSamples"),

    tests("SimperiumBytesTests", "SimperiumBytes"),
    tests("SimperiumClockTests", "SimperiumClock", "TestSupport"),
    tests(
        "CommandsTests", "Commands", "Drawing", "Game", "Host", "Lobby", "Play", "SimperiumWebWire",
        "TestSupport", "TestKit"),
    tests("ClusterTests", "Cluster", "SimperiumClock", "TestSupport"),
    tests("ConsistencyTests", "Consistency"),
    tests("DrawingTests", "Drawing", "DrawingSamples", "SimperiumClock", "TestSupport"),
    tests(
        "EndToEndTests", "Attackers", "Consistency", "Drawing", "Load", "SimperiumClock",
        "SimperiumKit", "SyncDriver", "TestSupport", "TestKit", "tictactoe"),
    tests("SimperiumLoopTests", "SimperiumClock", "SimperiumLoop", "TestSupport", "TestKit"),
    tests("FrontDoorTests", "FrontDoor", "SimperiumLoop", "TestSupport", "TestKit"),
    tests(
        "RecordingTests", "Recording", "SimperiumClock", "SimperiumJSON", "SimperiumWire",
        "TestSupport", "Wording"),
    tests(
        "RecordsTests", "Drawing", "Game", "Lobby", "Records", "SimperiumClock", "SimperiumJSON",
        "SimperiumWire",
        "TestSupport"),
    tests("GameTests", "Game", "SimperiumClock", "TestSupport"),
    tests(
        "HostTests", "Game", "GameHost", "Host", "Lobby", "Recording", "Records",
        "SimperiumClock", "SimperiumJSON", "SimperiumWebWire", "SimperiumWire", "Simulation",
        "SyncHub", "TestSupport"),
    tests("SimperiumJSONTests", "SimperiumClock", "SimperiumJSON", "TestSupport"),
    tests(
        "LobbyTests", "Game", "Lobby", "SimperiumClock", "SimperiumJSON", "SimperiumWire",
        "Simulation", "TestSupport", "TestKit", "Visit"),
    tests(
        "SimperiumNetworkTests", "SimperiumClock", "SimperiumLoop", "SimperiumNetwork",
        "SimperiumWebWire", "TestSupport", "TestKit"),
    tests(
        "GuestsTests", "Drawing", "Game", "GameHost", "Guests", "Lobby", "Recording", "Records",
        "SimperiumClock", "SimperiumSync", "SimperiumWebWire", "SimperiumWire", "Simulation",
        "SyncHub", "TestSupport", "Visit"),
    tests(
        "LoadTests", "Load", "Lobby", "SimperiumClock", "SimperiumJSON", "SimperiumSync",
        "SimperiumWire", "Simulation", "SyncHub", "TestSupport", "Visit"),
    tests(
        "PlainTextTests", "Commands", "Drawing", "Game", "Host", "Lobby", "PlainText",
        "Play", "Records", "SimperiumClock", "SimperiumJSON", "SimperiumSync", "SimperiumWire",
        "Simulation", "SyncHub", "TestSupport", "Visit", "Wording"),
    tests(
        "VisitTests", "Drawing", "Game", "Lobby", "Recording", "Records", "SimperiumClock",
        "SimperiumJSON",
        "SimperiumSync", "SimperiumWire", "Simulation", "Visit"),
    tests(
        "PlayTests", "Commands", "Drawing", "Game", "Guests", "Lobby", "Play", "Records",
        "SimperiumClock",
        "SimperiumJSON", "SimperiumSync", "SimperiumWire", "Simulation", "SyncHub",
        "TestSupport", "Visit", "Wording"),
    tests(
        "SimperiumReplicaTests", "SimperiumClock", "SimperiumJSON", "SimperiumLoop",
        "SimperiumNetwork", "SimperiumReplica", "SimperiumStore", "SimperiumSync",
        "SimperiumWebWire", "SimperiumWire", "SyncHub", "TestSupport", "TestKit", "Wording"),
    tests(
        "RedisStoreTests", "Cluster", "Host", "RedisSamples", "RedisStore", "RedisWire",
        "SimperiumClock", "SimperiumLoop", "SimperiumNetwork", "SimperiumWire", "Simulation",
        "StorageSamples", "SyncHub", "TestKit", "TestSupport"),
    tests("RedisWireTests", "RedisWire", "SimperiumClock", "TestSupport"),
    tests(
        "SimperiumKitTests", "SimperiumClock", "SimperiumKit", "SimperiumLoop",
        "SimperiumNetwork", "SimperiumServer", "SimperiumTesting", "SimperiumWebWire",
        "TestSupport", "TestKit"),
    tests(
        "SimperiumServerTests", "Cluster", "Drawing", "SimperiumClock", "SimperiumLoop",
        "SimperiumNetwork", "SimperiumServer", "TestSupport", "TestKit"),
    tests(
        "SimplenoteTests", "SimperiumBytes", "SimperiumJSON", "SimperiumWire", "Simplenote",
        "TestSupport"),
    tests("SimperiumWireTests", "SimperiumClock", "SimperiumJSON", "SimperiumWire", "TestSupport"),
    tests(
        "SimulationTests", "Game", "GameHost", "Host", "Lobby", "Recording", "SimperiumClock",
        "SimperiumJSON",
        "SimperiumSync", "Simulation", "TestSupport", "TestKit", "Visit"),
    tests(
        "SimperiumStoreTests", "Cluster", "GameHost", "Host", "RedisSamples", "RedisStore",
        "RedisWire",
        "SimperiumClock", "SimperiumJSON", "SimperiumLoop", "SimperiumServer",
        "SimperiumStore", "SimperiumWire", "SimulatedDisk", "Simulation", "StorageSamples",
        "StoreWriter",
        "SyncHub", "TestSupport", "TestKit"),
    tests(
        "SimperiumSyncTests", "SimperiumClock", "SimperiumJSON", "SimperiumSync", "SimperiumWire"),
    tests(
        "SyncHubTests", "SimperiumClock", "SimperiumJSON", "SimperiumSync", "SimperiumWire",
        "Simulation", "SyncHub", "TestSupport", "TestKit"),
    tests("TidyTests", "TestSupport"),
    tests(
        "SimperiumWebWireTests", "SimperiumBytes", "SimperiumClock", "SimperiumWebWire",
        "TestSupport"),
]

// libFuzzer brings its own `main`, so its targets are there only when `make fuzz` asks for them.
if Context.environment["TICTACTOE_FUZZ"] != nil {
    targets.append(
        tool(
            "Fuzz", "Commands", "Drawing", "Game", "GameHost", "Guests", "Host", "Lobby",
            "RedisWire",
            "SimperiumClock", "SimperiumJSON", "SimperiumSync", "SimperiumWebWire",
            "SimperiumWire", "SyncHub", "Visit"))
}

// SwiftPM recompiles a target when the module of a dependency that it declares has changed, and a
// module whose interface stayed the same does not change when a stored property two floors below it
// does. So each target is given all that it reaches; `TidyTests` compares the imports with the
// dependencies above.
let declared = Dictionary(
    uniqueKeysWithValues: targets.map { target in
        (
            target.name,
            target.dependencies.compactMap { dependency -> String? in
                if case .byNameItem(let name, _) = dependency { name } else { nil }
            }
        )
    })
func reached(from name: String) -> Set<String> {
    (declared[name] ?? []).reduce(into: []) { $0.formUnion(reached(from: $1).union([$1])) }
}
// `TICTACTOE_ONLY="GameTests PlayTests"` leaves out all other tests, and tools that these don't need.
if let wanted = Context.environment["TICTACTOE_ONLY"]?.split(separator: " ").map(String.init) {
    let needed = wanted.reduce(into: Set(wanted)) { $0.formUnion(reached(from: $1)) }
    targets.removeAll { target in
        target.path?.hasPrefix("Sources/") != true && target.type != .regular
            && !needed.contains(target.name)
    }
}

for target in targets where target.type != .system {
    target.dependencies = reached(from: target.name).sorted().map { .byName(name: $0) }
}

// A consumer's code knows the layout of the values of these three, and is recompiled with them.
let library = Product.library(
    name: "SimperiumKit", targets: ["SimperiumKit", "SimperiumJSON", "SimperiumWire"])
let testing = Product.library(name: "SimperiumTesting", targets: ["SimperiumTesting"])
let package = Package(name: "tictactoe", products: [library, testing], targets: targets)
