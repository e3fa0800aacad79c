import Glibc
import SimperiumLoop

/// A certificate for this machine and its key, in files that are removed with this value.
final class Papers {
    static let certificateName = "/certificate"
    private let folder: String
    var certificate: String { folder + Self.certificateName }
    var key: String { folder + "/key" }

    init() throws {
        var template = Array("/tmp/tictactoe-XXXXXX".utf8CString)
        _ = unsafe mkdtemp(&template)
        let name = template.dropLast().map { UInt8(bitPattern: $0) }
        folder = String(decoding: name, as: UTF8.self)
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

    deinit {
        _ = unsafe unlink(certificate)
        _ = unsafe unlink(key)
        _ = unsafe rmdir(folder)
    }
}
