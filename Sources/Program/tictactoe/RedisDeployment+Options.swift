import Commands
import RedisWire
import SimperiumLoop
import SimperiumServer

extension RedisDeployment {
    init(_ options: RedisOptions) throws(CommandFailure) {
        let addresses = options.address.hosts.map { place in
            RedisAddress(host: place.host, port: place.port ?? RedisAddress.usualPort)
        }
        let password = try options.passwordFile.map(Self.password)
        self.init(
            addresses,
            as: password.map { password in
                RedisCredentials(
                    user: options.address.user ?? RedisCredentials.usualUser, password: password)
            },
            trust: options.address.isEncrypted
                ? options.authoritiesFile.map { .authorities($0) } ?? .system : nil,
            mayForget: options.mayForget, replicas: options.replicas)
    }

    private static func password(in path: String) throws(CommandFailure) -> String {
        let reason: String
        do throws(LibraryError) {
            let line = try WholeFile.firstLine(of: path)
            if let line, !line.isEmpty { return line }
            reason = line == nil ? FileFlawWords.noSuchFile : SharedRedisWords.noPassword
        } catch {
            reason = error.reason
        }
        throw CommandFailure(SharedRedisWords.unreadablePassword(in: path, reason: reason))
    }
}
