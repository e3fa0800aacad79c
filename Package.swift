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
    core("Clockwork"),
    core("Game", "Clockwork"),
    core("JSONDiff"),
    core("Drawing", "Clockwork"),
    core("WebWire"),
    core("Simperium", "JSONDiff"),
    core("SyncClient", "Clockwork", "JSONDiff", "Simperium"),
    core("SyncHub", "Clockwork", "JSONDiff", "Simperium"),
    core("Lobby", "Clockwork", "Game", "JSONDiff"),
    core("Commands", "Drawing", "Game", "Lobby", "WebWire"),
    core(
        "Play", "Clockwork", "Commands", "Drawing", "Game", "JSONDiff", "Lobby", "Simperium",
        "SyncClient"),
    core("Host", "Clockwork", "JSONDiff", "Lobby", "Simperium", "SyncHub", "WebWire"),

    clibrary("CUV", apt: "libuv1-dev"),
    clibrary("COpenSSL", apt: "libssl-dev"),
    clibrary("CCurses", apt: "libncursesw5-dev"),
    clibrary("CSSH", apt: "libssh-dev"),
    clibrary("CSQLite", apt: "libsqlite3-dev"),

    shell("EventLoop", "CUV", "Clockwork"),
    shell("Network", "COpenSSL", "CUV", "Clockwork", "EventLoop", "WebWire"),
    shell("Terminal", "CCurses", "Drawing", "EventLoop"),
    shell("FrontDoor", "CSSH", "Drawing", "EventLoop"),
    shell("Storage", "CSQLite", "EventLoop", "JSONDiff", "Simperium"),

    joint(
        "SimperiumClient", "Clockwork", "EventLoop", "JSONDiff", "Network", "Simperium", "Storage",
        "SyncClient", "WebWire"),
    joint(
        "SimperiumServer", "Clockwork", "EventLoop", "Host", "JSONDiff", "Network", "Simperium",
        "Storage", "SyncHub", "WebWire"),
    app(
        "tictactoe", "Clockwork", "Commands", "Drawing", "EventLoop", "FrontDoor", "Game", "Host",
        "JSONDiff", "Lobby", "Network", "Play", "Simperium", "SimperiumClient", "SimperiumServer",
        "Storage", "SyncClient", "Terminal", "WebWire"),

    support("DrawingSamples", "Drawing"),
    support(
        "Simulation", "Clockwork", "Game", "Host", "JSONDiff", "Lobby", "Play", "Simperium",
        "SyncClient", "SyncHub"),
    support("StorageSamples", "JSONDiff", "Simperium", "Storage"),
    support("TestSupport", "Clockwork", "Drawing", "EventLoop"),
    support("Visitors", "CSSH"),
    tool("Attackers", "Visitors"),
    tool(
        "SyncDriver", "Clockwork", "EventLoop", "JSONDiff", "Network", "Simperium",
        "SimperiumClient", "SyncClient"),
    tool(
        "Benchmarks", "Clockwork", "Drawing", "DrawingSamples", "EventLoop", "Game",
        "Host", "JSONDiff", "Lobby", "Network", "Play", "Simperium", "SimperiumServer",
        "Storage", "SyncClient", "SyncHub", "TestSupport", "Visitors", "WebWire"),
    tool("StoreWriter", "Simperium", "Storage", "StorageSamples"),

    tests("ClockworkTests", "Clockwork", "TestSupport"),
    tests("CommandsTests", "Commands", "Drawing", "Game", "Lobby", "Play", "WebWire"),
    tests("DrawingTests", "Clockwork", "Drawing", "DrawingSamples", "TestSupport"),
    tests(
        "EndToEndTests", "Attackers", "Clockwork", "Drawing", "SyncDriver", "TestSupport",
        "tictactoe"),
    tests("EventLoopTests", "Clockwork", "EventLoop"),
    tests("FrontDoorTests", "EventLoop", "FrontDoor", "TestSupport"),
    tests("GameTests", "Clockwork", "Game", "TestSupport"),
    tests(
        "HostTests", "Clockwork", "Game", "Host", "JSONDiff", "Lobby", "Simperium", "Simulation",
        "SyncHub", "WebWire"),
    tests("JSONDiffTests", "Clockwork", "JSONDiff", "TestSupport"),
    tests("LobbyTests", "Clockwork", "Game", "JSONDiff", "Lobby", "Simulation", "TestSupport"),
    tests("NetworkTests", "Clockwork", "EventLoop", "Network", "TestSupport", "WebWire"),
    tests(
        "PlayTests", "Clockwork", "Commands", "Drawing", "Game", "JSONDiff", "Lobby", "Play",
        "Simperium", "Simulation", "SyncClient", "SyncHub"),
    tests(
        "SimperiumClientTests", "Clockwork", "EventLoop", "JSONDiff", "Network", "Simperium",
        "SimperiumClient", "Storage", "SyncClient", "SyncHub", "TestSupport", "WebWire"),
    tests("SimperiumTests", "Clockwork", "JSONDiff", "Simperium", "TestSupport"),
    tests("SimulationTests", "Clockwork", "Game", "Lobby", "Play", "Simulation", "TestSupport"),
    tests(
        "StorageTests", "Clockwork", "EventLoop", "Host", "JSONDiff", "Simperium", "Storage",
        "StorageSamples", "StoreWriter", "SyncHub", "TestSupport"),
    tests("SyncClientTests", "Clockwork", "JSONDiff", "Simperium", "SyncClient", "TestSupport"),
    tests(
        "SyncHubTests", "Clockwork", "JSONDiff", "Simperium", "SyncClient", "SyncHub",
        "TestSupport"),
    tests("TidyTests"),
    tests("WebWireTests", "Clockwork", "TestSupport", "WebWire"),
]

// libFuzzer brings its own `main`, so its targets are there only when `make fuzz` asks for them.
if Context.environment["TICTACTOE_FUZZ"] != nil {
    targets.append(
        tool(
            "Fuzz", "Clockwork", "Commands", "Drawing", "Game", "Host", "JSONDiff", "Lobby", "Play",
            "Simperium", "SyncClient", "SyncHub", "WebWire"))
}

// `TICTACTOE_ONLY="GameTests PlayTests" swift build --build-tests` builds no other tests and tools.
if let wanted = Context.environment["TICTACTOE_ONLY"]?.split(separator: " ").map(String.init) {
    let folders = targets.map { $0.path ?? "" }
    targets = zip(targets, folders).filter { target, folder in
        folder.hasPrefix("Sources/") || target.type == .regular || wanted.contains(target.name)
    }.map(\.0)
}

let package = Package(name: "tictactoe", targets: targets)
