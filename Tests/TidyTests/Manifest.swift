/// What `Package.swift` writes down for each target, before it adds what these reach themselves.
enum Manifest {
    static let written = dependencies(in: Repository.text(of: "Package.swift") ?? "")

    /// The quoted names in each `core("Name", "Dependency", …)` and its siblings.
    static func dependencies(in text: String) -> [String: Set<String>] {
        let call = /\b(?:core|shell|clibrary|joint|app|tests|support|tool)\(\s*("[^)]*)\)/
        var found: [String: Set<String>] = [:]
        for match in text.matches(of: call) {
            let names = match.1.matches(of: /"(\w+)"/).map { String($0.1) }
            guard let name = names.first else { continue }
            found[name] = Set(names.dropFirst())
        }
        return found
    }
}
