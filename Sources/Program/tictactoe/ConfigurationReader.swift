import Commands
import Drawing
internal import Guests
import Host
import SimperiumLoop

/// The reader of the settings on the command line, in the environment and in files, and of the
/// files that the settings name.
enum ConfigurationReader {
    static func readInvocation(of words: ParsedCommandLine) throws(UsageError) -> Invocation {
        let environment = ThisProcess.environment
        return try Invocation(words, environment: environment) { () throws(UsageError) in
            try readUserAndMachineConfigs(userFile: words.configurationFile, environment)
        }
    }

    /// Returns the configuration files, the most important first: the named file or the user's own,
    /// then the machine's. Only a named file must exist.
    private static func readUserAndMachineConfigs(
        userFile path: String?, _ environment: [String: String]
    ) throws(UsageError) -> [ConfigFile] {
        let locations = FileLocations(environment: environment)
        var files: [ConfigFile] = []
        let variable = environment[Option.config.variable].flatMap { $0.isEmpty ? nil : $0 }
        if let path = path ?? variable {
            let bytes = try readRequiredFile(path, limit: ConfigFile.sizeLimit)
            files.append(try ConfigFile(path: path, bytes))
        } else if let path = locations.userConfigFile,
            let file = try readConfigFileIfPresent(path)
        {
            files.append(file)
        }
        for path in locations.machineConfigFiles {
            if let file = try readConfigFileIfPresent(path) { files.append(file) }
        }
        return files
    }

    static func readTheme(_ path: String) throws(UsageError) -> Theme {
        try Theme(path: path, readRequiredFile(path, limit: Theme.fileSizeLimit))
    }

    static func readBans(_ path: String) throws(UsageError) -> BanList {
        try parseBans(readRequiredFile(path, limit: BanList.fileSizeLimit), in: path)
    }

    static func parseBans(_ bytes: [UInt8], in path: String) throws(UsageError) -> BanList {
        do throws(BanFlaw) {
            return try BanList(bytes)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }

    /// Reads the bans again while the program runs, and logs the result. Returns nil if the file is
    /// not valid; the caller then keeps the earlier list.
    static func rereadAndLogBans(_ path: String, log: Log?) -> BanList? {
        do throws(UsageError) {
            let bans = try readBans(path)
            log?.write(ServerLogEntry(bansRead: bans.count))
            return bans
        } catch {
            log?.write(ServerLogEntry(trouble: LogWords.bansNotRead, "\(error)"))
            return nil
        }
    }

    private static func readConfigFileIfPresent(_ path: String) throws(UsageError) -> ConfigFile? {
        try readFileIfPresent(path, limit: ConfigFile.sizeLimit).map { bytes throws(UsageError) in
            try ConfigFile(path: path, bytes)
        }
    }

    private static func readRequiredFile(_ path: String, limit: Int) throws(UsageError) -> [UInt8] {
        if let bytes = try readFileIfPresent(path, limit: limit) { return bytes }
        throw .unreadable(path: path, reason: FileFlawWords.noSuchFile)
    }

    private static func readFileIfPresent(_ path: String, limit: Int) throws(UsageError) -> [UInt8]?
    {
        do throws(LibraryError) {
            return try WholeFile.read(path, limit: limit)
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
    }
}
