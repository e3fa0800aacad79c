import Glibc
import TestKit
import TestSupport
import Testing

/// Packages of the program that was built with these tests. They are trial packages, because that
/// program needs Swift's libraries, and without good compression, which takes long.
@Suite("Packages", .serialized, .tier(.soak), .waits)
struct PackageTests {
    /// True if this machine can run a temporary copy of itself.
    private static let mayInstall: Bool = {
        let attempt = """
            unshare --mount --pid --fork sh -c 'd=$(mktemp -d) && mount -t tmpfs none $d && \
                mkdir $d/a $d/b $d/c && mount -t overlay \
                -o lowerdir=/,upperdir=$d/a,workdir=$d/b overlay $d/c && \
                chroot $d/c dpkg-query --show adduser libuv1 libssh-4' && command -v ip
            """
        return geteuid() == 0 && (try? script(attempt).status) == 0
    }()

    private static func script(_ text: String) throws -> (text: String, status: CInt) {
        try PipedProgram.run(
            "/bin/bash", ["-c", text],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"])
    }

    /// Makes a package from the assets in `folder`, and returns its path.
    private func package(into folder: String, with assets: String = "Assets") throws -> String {
        let root = ThisBuild.repository
        let build = assets.hasPrefix("/") ? assets : root + "/" + assets
        let made = try Self.script(
            """
            PACKAGE_VERSION=0.2.0~1 '\(build)/package/build-deb' --trial \
                '\(PipedProgram.ours)' '\(folder)'
            """
        )
        #expect(made.status == 0, "\(made.text)")
        return made.text.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test("The same program makes the same package in two folders, byte by byte")
    func reproducible() throws {
        let folder = try TemporaryFolder()
        let assets = folder.path("other/Assets")
        try #require(
            Self.script(
                "mkdir -p '\(folder.path("other"))' && cp -r '\(assetPath(""))' '\(assets)'"
            )
            .status == 0)
        let first = try package(into: folder.path("first"))
        let second = try package(into: folder.path("second"), with: assets)
        #expect(first.hasSuffix(".deb"))
        let bytes = try [first, second].map { try Files.bytes($0) }
        #expect(bytes[0] == bytes[1])
    }

    @Test("A package has program, manual, completions, service and user, all of them root's")
    func contents() throws {
        let folder = try TemporaryFolder()
        let package = try package(into: folder.place)
        let listed = try Self.script("dpkg-deb --contents '\(package)'").text
        let files = listed.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(files.allSatisfy { $0[1] == "root/root" })
        #expect(
            Set(files.filter { $0[0].hasPrefix("-") }.map { $0[5] }).isSuperset(of: [
                "./usr/bin/tictactoe", "./usr/share/man/man6/tictactoe.6.gz",
                "./usr/share/man/man5/tictactoe.5.gz",
                "./usr/share/man/man8/tictactoe-server.8.gz",
                "./usr/share/bash-completion/completions/tictactoe",
                "./usr/share/zsh/vendor-completions/_tictactoe",
                "./usr/share/fish/vendor_completions.d/tictactoe.fish",
                "./lib/systemd/system/tictactoe.service", "./usr/lib/sysusers.d/tictactoe.conf",
                "./usr/share/doc/tictactoe/copyright", "./usr/share/doc/tictactoe/changelog.gz",
                "./usr/share/doc/tictactoe/libraries", "./usr/share/doc/tictactoe/README.Debian",
                "./usr/share/doc/tictactoe/examples/certificate-hook",
            ]))
        let needs = try Self.script("dpkg-deb --field '\(package)' Depends").text
        for name in [
            "libuv1", "libssl3", "libsqlite3-0", "libssh-4", "libncursesw6", "zlib1g", "adduser",
        ] {
            #expect(needs.contains(name))
        }
    }

    @Test("A package from before the release has the commit in its version, and is older than it")
    func version() throws {
        let tool = "'\(assetPath("package/version"))' '\(PipedProgram.ours)'"
        let version = try Self.script(tool).text.split(separator: "\n").joined()
        let released = "dpkg-parsechangelog --file '\(assetPath("debian/changelog"))' --show-field"
        let number = try Self.script("\(released) Version").text.split(separator: "\n").joined()
        guard try Self.script("\(released) Distribution").text == "UNRELEASED\n" else {
            #expect(version == number)
            return
        }
        #expect(version.hasPrefix(number + "~"), "\(version)")
        let compared = "dpkg --compare-versions '\(version)' "
        #expect(try Self.script("\(compared) lt '\(number)'").status == 0)
        #expect(try Self.script("\(compared) gt '\(number)~20200101000000+gffffffff'").status == 0)
        #expect(try Self.script("PACKAGE_VERSION=9-1 \(tool)").text == "9-1\n")
    }

    @Test("A program with dynamic libraries is not packaged by accident")
    func dynamic() throws {
        let folder = try TemporaryFolder()
        let unfit = ThisBuild.program("tictactoe")
        let made = try Self.script(
            "'\(assetPath("package/build-deb"))' '\(unfit)' '\(folder.place)'")
        #expect(made.status == 1)
        #expect(made.text.contains("build it with --static-swift-stdlib"))
    }

    @Test("An archive has the same files in one folder, and its checksum is right")
    func archive() throws {
        let folder = try TemporaryFolder()
        let made = try Self.script(
            "'\(assetPath("package/build-tar"))' '\(PipedProgram.ours)' '\(folder.place)'")
        #expect(made.status == 0, "\(made.text)")
        let listed = try Self.script("tar tzf '\(folder.place)'/*.tar.gz").text
        let names = listed.split(separator: "\n").map { $0.split(separator: "/").dropFirst() }
        #expect(Set(listed.split(separator: "\n").map { $0.split(separator: "/")[0] }).count == 1)
        #expect(names.contains { $0.joined(separator: "/") == "bin/tictactoe" })
        #expect(names.contains { $0.joined(separator: "/") == "share/man/man6/tictactoe.6.gz" })
        #expect(try Self.script("cd '\(folder.place)' && sha256sum --check SHA256SUMS").status == 0)
    }

    @Test(
        "A package is installed, serves as its own user, is removed and purged, and leaves nothing",
        .enabled(if: mayInstall, "because only root may lay a file system over this one"))
    func story() throws {
        let folder = try TemporaryFolder()
        let package = try package(into: folder.place)
        let tried = try Self.script("'\(assetPath("package/try-deb"))' '\(package)'")
        #expect(tried.status == 0, "\(tried.text)")
        #expect(tried.text.hasSuffix("- done\n"))
    }
}
