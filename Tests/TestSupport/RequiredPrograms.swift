/// The programs that tests start and that a bare Debian lacks. Each run searches for them once.
package enum RequiredPrograms {
    private static let names = [
        "chromium-headless-shell", "clang", "curl", "fish", "mandoc", "openssl", "python3",
        "redis-check-rdb", "redis-cli", "ssh", "ssh-agent", "ssh-keygen", "ssh-keyscan", "strace",
        "systemd-analyze", "tmux", "unshare", "zsh",
    ]

    /// A sentence with the missing programs and the way to install them; nil if none is missing.
    package static let missing: String? = {
        let folders = (environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
        let missing = names.filter { name in
            !folders.contains { Files.isExecutable("\($0)/\(name)") }
        }
        guard !missing.isEmpty else { return nil }
        return "\(missing.joined(separator: ", ")) missing: make test-deps installs what tests need"
    }()
}
