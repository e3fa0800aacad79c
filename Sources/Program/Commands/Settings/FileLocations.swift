/// The paths of the program's files, in the XDG base directories.
package struct FileLocations: Hashable, Sendable {
    private let environment: [String: String]

    package init(environment: [String: String]) {
        self.environment = environment
    }

    /// The user's configuration file; nil if the base directory is unknown.
    package var userConfigFile: String? {
        folder("XDG_CONFIG_HOME", ".config").map { $0 + "/config" }
    }

    /// The machine's configuration files, the most important first.
    package var machineConfigFiles: [String] {
        let folders = environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
        return folders.split(separator: ":").filter { $0.hasPrefix("/") }
            .map { "\($0)/tictactoe/config" }
    }

    /// The folder of permanent data, such as a server's store and its keys; nil if the base
    /// directory is unknown.
    package var dataFolder: String? { folder("XDG_DATA_HOME", ".local/share") }

    /// The folder of the user's accounts and their data; nil if the base directory is unknown.
    package var accountsFolder: String? { dataFolder.map { $0 + "/accounts" } }

    /// The default file of the ssh host key; nil if the base directory is unknown.
    package var hostKeyFile: String? { dataFolder.map { $0 + "/ssh_host_ed25519_key" } }

    /// The folder of data that may be lost, such as logs; nil if the base directory is unknown.
    package var stateFolder: String? { folder("XDG_STATE_HOME", ".local/state") }

    /// The folder of saved seats in matches; nil if the base directory is unknown. A restarted
    /// program can resume a match with a saved seat.
    package var seatFolder: String? { stateFolder.map { $0 + "/seats" } }

    /// The file with the settings that the player changed in the game; nil if the base directory is
    /// unknown.
    package var localSettingsFile: String? { stateFolder.map { $0 + "/choices" } }

    /// The log file of the background server; nil if the base directory is unknown.
    package var serverLog: String? { stateFolder.map { $0 + "/server.log" } }

    /// Returns the program's folder in a base directory; nil if the base directory is unknown. The
    /// XDG standard requires programs to ignore relative paths.
    private func folder(_ variable: String, _ otherwise: String) -> String? {
        if let folder = environment[variable], folder.hasPrefix("/") {
            return folder + "/tictactoe"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/\(otherwise)/tictactoe"
    }
}
