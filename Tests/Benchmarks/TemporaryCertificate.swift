import SimperiumLoop
import TestSupport

/// The paths of a certificate and of its key.
struct CertificatePaths: Codable {
    let chain: String
    let key: String
}

/// A certificate for this machine and its key, in files that are removed with this value.
final class TemporaryCertificate {
    let paths: CertificatePaths
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        paths = CertificatePaths(chain: folder.path("certificate"), key: folder.path("key"))
        let loop = try Loop()
        let openssl = ProgramLaunch(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=" + ServerProcess.hosts.map { "IP:\($0)" }.joined(separator: ","),
                "-keyout", paths.key, "-out", paths.chain,
            ])
        let child = try ChildProcess(openssl, on: loop) { _ in loop.stop() }
        loop.run()
        _ = child.id
    }
}
