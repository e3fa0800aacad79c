internal import Foundation

/// Valid and invalid certificates, made by the `openssl` command.
///
/// They are for `localhost` and its addresses, unless their name indicates another host.
package struct Certificates: Sendable {
    /// Made once for all tests, and removed when the process exits.
    package static let shared: Certificates = {
        atexit { Certificates.shared.remove() }
        return Certificates()
    }()

    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "tictactoe-certificates-\(UUID().uuidString)")

    /// The authority that signs all certificates except those by `stranger` and self-signed ones.
    package var authority: String { path("authority") }
    /// The private key of all certificates except the authorities'.
    package var key: String { path("key") }

    package func path(_ name: String) -> String { folder.appending(path: name + ".pem").path }

    private init() {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let made = try ChildProgram.run(
                "/bin/sh", ["-ec", Self.script], folder: folder.path)
            precondition(made.end == .exited(0), "openssl makes no certificates: \(made.text)")
        } catch {
            preconditionFailure("no certificates: \(error)")
        }
    }

    private func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    private static let script = """
        for name in key authority-key stranger-key; do
            openssl ecparam -name prime256v1 -genkey -noout -out $name.pem
        done
        openssl pkey -in key.pem -aes128 -passout pass:secret -out locked-key.pem

        sign_oneself() { # name key
            openssl req -x509 -key $2.pem -subj /CN=$1 -addext subjectAltName=DNS:localhost \\
                -days 2 -out $1.pem
        }
        sign_oneself authority authority-key
        sign_oneself stranger stranger-key
        sign_oneself loner key

        cat >settings <<END
        [ca]
        default_ca = all
        [all]
        database = index
        new_certs_dir = .
        default_md = sha256
        policy = any
        rand_serial = yes
        unique_subject = no
        [any]
        commonName = supplied
        [localhost]
        subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1
        [elsewhere]
        subjectAltName = DNS:elsewhere.example, DNS:*.many.example
        END
        touch index
        issue() { # name host authority first-year last-year
            openssl req -new -key key.pem -subj /CN=$2 -out request
            openssl ca -batch -notext -config settings -cert $3.pem -keyfile $3-key.pem \\
                -extensions $2 -startdate ${4}0101000000Z -enddate ${5}0101000000Z \\
                -in request -out $1.pem
        }
        issue good localhost authority 2020 2040
        issue expired localhost authority 2020 2021
        issue future localhost authority 2040 2041
        issue elsewhere elsewhere authority 2020 2040
        issue unknown localhost stranger 2020 2040
        cat unknown.pem stranger.pem >unknown-chain.pem
        """
}
