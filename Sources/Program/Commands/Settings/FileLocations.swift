/// Where files of ours lie, as the XDG base directories say it.
package struct FileLocations: Hashable, Sendable {
    private let environment: [String: String]

    package init(environment: [String: String]) {
        self.environment = environment
    }

    /// The person's own configuration file. Nil for a person without a home.
    package var ownFile: String? { folder("XDG_CONFIG_HOME", ".config").map { $0 + "/config" } }

    /// The files of the machine, the most important first.
    package var systemFiles: [String] {
        let folders = environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
        return folders.split(separator: ":").filter { $0.hasPrefix("/") }
            .map { "\($0)/tictactoe/config" }
    }

    /// What must survive: a server's store, keys.
    package var dataFolder: String? { folder("XDG_DATA_HOME", ".local/share") }

    /// The key by which guests know the door again, unless another file is named.
    package var hostKeyFile: String? { dataFolder.map { $0 + "/ssh_host_ed25519_key" } }

    /// What may be lost without harm: logs.
    package var stateFolder: String? { folder("XDG_STATE_HOME", ".local/state") }

    /// The places in matches that wait for another start of the program.
    package var seatFolder: String? { stateFolder.map { $0 + "/seats" } }

    /// What the person has chosen in the game.
    package var choicesFile: String? { stateFolder.map { $0 + "/choices" } }

    /// What the server in the background has to say.
    package var serverLog: String? { stateFolder.map { $0 + "/server.log" } }

    /// By the standard a relative path counts as none.
    private func folder(_ variable: String, _ otherwise: String) -> String? {
        if let folder = environment[variable], folder.hasPrefix("/") {
            return folder + "/tictactoe"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/\(otherwise)/tictactoe"
    }
}
