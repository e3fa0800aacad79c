/// The targets as `Package.swift` declares them, before it adds what their dependencies reach.
struct Manifest {
    struct Target {
        /// The function that declares it: `core`, `shell`, `joint`, `app`, `tests`, …
        let kind: Substring
        /// Its folder in `Sources`, or an empty text for a target of `Tests`.
        let folder: Substring
        let dependencies: Set<String>
    }

    static let current = Manifest(text: Repository.text(of: "Package.swift") ?? "")

    let targets: [String: Target]

    /// Reads each `core("Folder/Name", "Dependency", …)` and its siblings.
    init(text: String) {
        let call = /\b(core|shell|clibrary|joint|app|tests|support|tool)\(\s*("[^)]*)\)/
        var targets: [String: Target] = [:]
        for match in text.matches(of: call) {
            let names = match.2.matches(of: /"([\w\/]+)"/).map(\.1)
            guard let path = names.first?.split(separator: "/"), let name = path.last else {
                continue
            }
            targets[String(name)] = Target(
                kind: match.1, folder: path.count > 1 ? path[0] : "",
                dependencies: Set(names.dropFirst().map(String.init)))
        }
        self.targets = targets
    }

    /// The names of all targets that one of the given functions declares.
    func names(of kinds: Substring...) -> Set<String> {
        Set(targets.filter { kinds.contains($0.value.kind) }.keys)
    }

    /// The names of all targets that a target imports, also by others.
    func reached(from name: String) -> Set<String> {
        (targets[name]?.dependencies ?? []).reduce(into: []) {
            $0.formUnion(reached(from: $1).union([$1]))
        }
    }
}
