import Commands
import RedisWire
import SimperiumLoop
import SimperiumServer

extension RedisDeployment {
    /// The reason that the named Redis can't be used.
    enum Failure: Error, CustomStringConvertible {
        case noPassword(path: String, reason: String)

        var description: String {
            switch self {
            case .noPassword(let path, let reason):
                SharedRedisWords.badPassword(in: path, reason: reason)
            }
        }
    }

    init(_ options: RedisOptions) throws(Failure) {
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

    private static func password(in path: String) throws(Failure) -> String {
        let line: String?
        do throws(LibraryError) {
            line = try WholeFile.firstLine(of: path)
        } catch {
            throw .noPassword(path: path, reason: error.reason)
        }
        guard let line else { throw .noPassword(path: path, reason: ConfigFlawWords.noSuchFile) }
        guard !line.isEmpty else {
            throw .noPassword(path: path, reason: SharedRedisWords.noPassword)
        }
        return line
    }
}
