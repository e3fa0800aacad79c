import Glibc

/// A real Redis on free ports of this machine, with its own folder. It ends with this value, and
/// with this process, even after a crash.
///
/// No service is installed. Debian's `redis-check-rdb` in the package `redis-tools` is the server's
/// program, and acts as one under the server's name.
package final class RedisServer {
    package struct NotThere: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// Starts a server, and waits until it answers. The server is ended when the script's input is
    /// closed. A line of input kills it and starts it again.
    private static let script = #"""
        port=$1 slots=$2 dir=$3
        shift 3
        ask() { redis-cli -p $port "$@" 2>/dev/null; }
        begin() {
            (exec -a redis-server redis-check-rdb --port $port --bind 127.0.0.1 --dir "$dir" \
                --pidfile "$dir/pid" \
                --save '' --appendonly yes --appendfsync no --loglevel warning \
                --repl-diskless-sync-delay 0 --enable-debug-command local "$@") >>"$dir/log" 2>&1 &
            pid=$!
            until [ "$(ask ping)" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.02; done
        }
        begin "$@"
        if [ $slots = yes ]; then
            ask cluster addslotsrange 0 16383 >/dev/null
            until ask cluster info | grep -q 'cluster_state:ok'; do
                kill -0 $pid 2>/dev/null || break
                sleep 0.02
            done
        fi
        if kill -0 $pid 2>/dev/null; then echo ready; else echo failed; cat "$dir/log"; fi
        while read -r _; do
            kill -9 $pid
            wait $pid
            begin "$@"
            echo ready
        done
        kill -9 $pid 2>/dev/null
        wait $pid
        rm -rf "$dir"
        """#

    package let port: UInt16
    /// The port for TLS, or for the other servers of a cluster.
    package let otherPort: UInt16
    private let folder: TemporaryFolder
    private let shell: ChildProgram

    package convenience init(
        isCluster: Bool = false, hasSlots: Bool = true, _ options: String...
    ) throws {
        try self.init(isCluster: isCluster, hasSlots: isCluster && hasSlots, options: options)
    }

    /// A server with TLS on another port.
    package convenience init(
        encryption: (certificate: String, key: String, authority: String)
    ) throws {
        try self.init(
            isCluster: false, hasSlots: false,
            options: [
                "--tls-cert-file", encryption.certificate, "--tls-key-file", encryption.key,
                "--tls-ca-cert-file", encryption.authority, "--tls-auth-clients", "no",
                "--tls-port",
            ])
    }

    /// A server that loads a copy of the log from the folder `files` and runs with a shifted clock.
    package convenience init(loading files: String, clock: ShiftedClock) throws {
        try self.init(
            isCluster: false, hasSlots: false, options: [], files: files,
            environment: clock.environment)
    }

    private init(
        isCluster: Bool, hasSlots: Bool, options: [String], files: String? = nil,
        environment clock: [String: String]? = nil
    ) throws {
        folder = try TemporaryFolder()
        let log = "appendonlydir"
        if let files { try Files.copy("\(files)/\(log)", to: folder.path(log)) }
        let ports = try freePorts(2)
        (port, otherPort) = (ports[0], ports[1])
        let cluster = ["--cluster-enabled", "yes", "--cluster-port", "\(ports[1])"]
        shell = try ChildProgram(
            "/bin/bash",
            ["-c", Self.script, "redis", "\(port)", hasSlots ? "yes" : "no", folder.place]
                + (isCluster ? cluster : []) + options
                + (options.last == "--tls-port" ? ["\(otherPort)"] : []),
            environment: clock?.merging(["PATH": environment("PATH") ?? "/usr/bin:/bin"]) { $1 },
            // The shell prints to its error stream that the server was killed.
            input: .pipe, errors: .null)
        try awaitReady()
    }

    private func awaitReady() throws {
        let said = String(
            decoding: shell.read(within: .seconds(60)) ?? [], as: UTF8.self)
        guard said.hasPrefix("ready") else { throw NotThere(description: "no Redis: \(said)") }
    }

    /// Kills the server, and starts it again with its data on disk.
    package func restart() throws {
        shell.write(Array("again\n".utf8))
        try awaitReady()
    }

    /// Sends a signal to the server. A stopped one accepts connections, and is silent.
    package func send(_ signal: Int32) throws {
        let text = try Files.text(folder.path("pid"))
        guard let process = pid_t(text.filter(\.isNumber)), kill(process, signal) == 0 else {
            throw NotThere(description: "no process \(text)")
        }
    }

    /// Waits until the answer contains this line.
    package func await(_ words: String, in question: String...) throws {
        let isSo = try waitUntil(within: .seconds(20), every: .milliseconds(20)) {
            try command(question).split(whereSeparator: \.isNewline).contains { $0 == words }
        }
        if isSo { return }
        throw NotThere(description: "never said \(words)")
    }

    deinit {
        shell.endInput()
        _ = shell.end(within: .seconds(60))
    }

    /// Sends a command with `redis-cli`, and returns the answer.
    @discardableResult
    package func command(_ words: String...) throws -> String { try command(words) }

    @discardableResult
    package func command(_ words: [String]) throws -> String {
        let said = try ChildProgram.run(
            "redis-cli", ["-p", "\(port)"] + words, errors: .null
        ).text
        return String(said.drop(while: \.isNewline).reversed().drop(while: \.isNewline).reversed())
    }
}
