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

/// A pure target: values and state machines, no C, no Foundation, no clock.
func core(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Core/\(name)",
        swiftSettings: everywhere)
}

/// A thin wrapper around exactly one job of the outer world.
func shell(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Shell/\(name)",
        swiftSettings: everywhere)
}

func clibrary(_ name: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", providers: [.apt([apt])])
}

/// An engine joined to the shells it needs, for a program to switch on.
func joint(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Apps/\(name)",
        swiftSettings: everywhere)
}

func app(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Apps/\(name)",
        swiftSettings: everywhere)
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: everywhere)
}

/// What several tests need, or a program for developers: never shipped.
func support(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: everywhere)
}

func tool(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: everywhere)
}

var targets: [Target] = [
    core("SimperiumClock"),
    core("Game", "SimperiumClock"),
    core("SimperiumJSON"),
    core("Drawing", "SimperiumClock"),
    core("SimperiumWebWire"),
    core("SimperiumWire", "SimperiumJSON"),
    core("Recording", "SimperiumClock", "SimperiumJSON", "SimperiumWire"),
    core("SimperiumSync", "SimperiumClock", "SimperiumJSON", "SimperiumWire"),
    core("SyncHub", "SimperiumClock", "SimperiumJSON", "SimperiumWire"),
    core("Lobby", "SimperiumClock", "Game", "SimperiumJSON"),
    core("Commands", "Drawing", "Game", "Lobby", "SimperiumWebWire"),
    core(
        "Play", "SimperiumClock", "Commands", "Drawing", "Game", "SimperiumJSON", "Lobby",
        "Recording", "SimperiumWire",
        "SimperiumSync"),
    core(
        "Host", "Game", "SimperiumClock", "SimperiumJSON", "Lobby", "SimperiumWire", "SyncHub",
        "SimperiumWebWire"),

    clibrary("CSimperiumUV", apt: "libuv1-dev"),
    clibrary("CSimperiumOpenSSL", apt: "libssl-dev"),
    clibrary("CCurses", apt: "libncursesw5-dev"),
    clibrary("CSSH", apt: "libssh-dev"),
    clibrary("CSimperiumSQLite", apt: "libsqlite3-dev"),

    shell("SimperiumLoop", "CSimperiumUV", "SimperiumClock"),
    shell(
        "SimperiumNetwork", "CSimperiumOpenSSL", "CSimperiumUV", "SimperiumClock", "SimperiumLoop",
        "SimperiumWebWire"),
    shell("Terminal", "CCurses", "Drawing", "SimperiumLoop"),
    shell("FrontDoor", "CSSH", "Drawing", "SimperiumLoop"),
    shell("SimperiumStore", "CSimperiumSQLite", "SimperiumLoop", "SimperiumJSON", "SimperiumWire"),

    joint(
        "SimperiumReplica", "SimperiumClock", "SimperiumLoop", "SimperiumJSON", "SimperiumNetwork",
        "SimperiumWire", "SimperiumStore",
        "SimperiumSync", "SimperiumWebWire"),
    joint(
        "SimperiumServer", "SimperiumClock", "SimperiumLoop", "Host", "SimperiumJSON",
        "SimperiumNetwork", "SimperiumWire",
        "SimperiumStore", "SyncHub", "SimperiumWebWire"),
    app(
        "tictactoe", "SimperiumClock", "Commands", "Drawing", "SimperiumLoop", "FrontDoor", "Game",
        "Host",
        "SimperiumJSON", "Lobby", "SimperiumNetwork", "Play", "Recording", "SimperiumWire",
        "SimperiumReplica", "SimperiumServer",
        "SimperiumStore", "SimperiumSync", "Terminal", "SimperiumWebWire"),

    support("DrawingSamples", "Drawing"),
    support(
        "Simulation", "SimperiumClock", "Game", "Host", "SimperiumJSON", "Lobby", "Play",
        "Recording", "SimperiumWire",
        "SimperiumSync", "SyncHub"),
    support("StorageSamples", "SimperiumJSON", "SimperiumWire", "SimperiumStore"),
    support("TestSupport", "SimperiumClock", "Drawing", "SimperiumLoop"),
    support("Visitors", "CSSH"),
    tool("Attackers", "Visitors"),
    tool(
        "SyncDriver", "SimperiumClock", "SimperiumLoop", "SimperiumJSON", "SimperiumNetwork",
        "SimperiumWire",
        "SimperiumReplica", "SimperiumSync"),
    tool(
        "Benchmarks", "SimperiumClock", "Drawing", "DrawingSamples", "SimperiumLoop", "Game",
        "Host", "SimperiumJSON", "Lobby", "SimperiumNetwork", "Play", "SimperiumWire",
        "SimperiumServer",
        "SimperiumStore", "SimperiumSync", "SyncHub", "TestSupport", "Visitors", "SimperiumWebWire"),
    tool("StoreWriter", "SimperiumWire", "SimperiumStore", "StorageSamples"),

    tests("SimperiumClockTests", "SimperiumClock", "TestSupport"),
    tests("CommandsTests", "Commands", "Drawing", "Game", "Lobby", "Play", "SimperiumWebWire"),
    tests("DrawingTests", "SimperiumClock", "Drawing", "DrawingSamples", "TestSupport"),
    tests(
        "EndToEndTests", "Attackers", "SimperiumClock", "Drawing", "SyncDriver", "TestSupport",
        "tictactoe"),
    tests("SimperiumLoopTests", "SimperiumClock", "SimperiumLoop"),
    tests("FrontDoorTests", "SimperiumLoop", "FrontDoor", "TestSupport"),
    tests("GameTests", "SimperiumClock", "Game", "TestSupport"),
    tests(
        "HostTests", "SimperiumClock", "Game", "Host", "SimperiumJSON", "Lobby", "SimperiumWire",
        "Simulation",
        "SyncHub", "SimperiumWebWire"),
    tests("SimperiumJSONTests", "SimperiumClock", "SimperiumJSON", "TestSupport"),
    tests(
        "LobbyTests", "SimperiumClock", "Game", "SimperiumJSON", "Lobby", "Simulation",
        "TestSupport"),
    tests(
        "SimperiumNetworkTests", "SimperiumClock", "SimperiumLoop", "SimperiumNetwork",
        "TestSupport", "SimperiumWebWire"),
    tests(
        "PlayTests", "SimperiumClock", "Commands", "Drawing", "Game", "SimperiumJSON", "Lobby",
        "Play",
        "SimperiumWire", "Simulation", "SimperiumSync", "SyncHub"),
    tests("RecordingTests", "Recording", "SimperiumClock", "SimperiumJSON", "SimperiumWire"),
    tests(
        "SimperiumReplicaTests", "SimperiumClock", "SimperiumLoop", "SimperiumJSON",
        "SimperiumNetwork", "SimperiumWire",
        "SimperiumReplica", "SimperiumStore", "SimperiumSync", "SyncHub", "TestSupport",
        "SimperiumWebWire"),
    tests("SimperiumWireTests", "SimperiumClock", "SimperiumJSON", "SimperiumWire", "TestSupport"),
    tests(
        "SimulationTests", "SimperiumClock", "Game", "Lobby", "Play", "Recording", "SimperiumSync",
        "Simulation", "TestSupport"),
    tests(
        "SimperiumStoreTests", "SimperiumClock", "SimperiumLoop", "Host", "SimperiumJSON",
        "SimperiumWire", "SimperiumStore",
        "StorageSamples", "StoreWriter", "SyncHub", "TestSupport"),
    tests(
        "SimperiumSyncTests", "SimperiumClock", "SimperiumJSON", "SimperiumWire", "SimperiumSync",
        "TestSupport"),
    tests(
        "SyncHubTests", "SimperiumClock", "SimperiumJSON", "SimperiumWire", "SimperiumSync",
        "SyncHub",
        "TestSupport"),
    tests("TidyTests"),
    tests("SimperiumWebWireTests", "SimperiumClock", "TestSupport", "SimperiumWebWire"),
]

// libFuzzer brings its own `main`, so its targets are there only when `make fuzz` asks for them.
if Context.environment["TICTACTOE_FUZZ"] != nil {
    targets.append(
        tool(
            "Fuzz", "SimperiumClock", "Commands", "Drawing", "Game", "Host", "SimperiumJSON",
            "Lobby", "Play",
            "SimperiumWire", "SimperiumSync", "SyncHub", "SimperiumWebWire"))
}

// `TICTACTOE_ONLY="GameTests PlayTests" swift build --build-tests` builds no other tests and tools.
if let wanted = Context.environment["TICTACTOE_ONLY"]?.split(separator: " ").map(String.init) {
    let folders = targets.map { $0.path ?? "" }
    targets = zip(targets, folders).filter { target, folder in
        folder.hasPrefix("Sources/") || target.type == .regular || wanted.contains(target.name)
    }.map(\.0)
}

// SwiftPM compiles a target anew when the module of a dependency that it declares has changed, and a
// module whose interface stayed the same does not change when a stored property two floors below it
// does. So each target is given all that it reaches; `TidyTests` holds the imports to what is
// written above.
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
for target in targets where target.type != .system {
    target.dependencies = reached(from: target.name).sorted().map { .byName(name: $0) }
}

let package = Package(name: "tictactoe", targets: targets)
