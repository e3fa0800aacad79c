import SimperiumLoop
import TestSupport

/// A certificate for this machine and its key, in files that are removed with this value.
final class Papers {
    static let certificateName = "/certificate"
    private let folder: TemporaryFolder
    var certificate: String { folder.place + Self.certificateName }
    var key: String { folder.path("key") }

    init() throws {
        folder = try TemporaryFolder()
        let loop = try Loop()
        let openssl = ProgramLaunch(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=" + ServerProcess.hosts.map { "IP:\($0)" }.joined(separator: ","),
                "-keyout", key, "-out", certificate,
            ])
        let child = try ChildProcess(openssl, on: loop) { _ in loop.stop() }
        loop.run()
        _ = child.id
    }
}
