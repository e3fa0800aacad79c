internal import CSimperiumUV
internal import Glibc

package enum ThisProcess {
    package static var id: Int32 { uv_os_getpid() }
    /// True if this process runs as root, and so can read all users' files.
    package static var isAdministrator: Bool { geteuid() == 0 }

    /// Sets the umask, so that only the owner can access the files that this process creates later.
    package static func keepFilesPrivate() {
        umask(0o077)
    }

    /// The wall-clock time in milliseconds since 1970. The clock may be set back.
    package static var calendarMilliseconds: Int64 {
        var time = uv_timeval64_t()
        _ = unsafe uv_gettimeofday(&time)
        return time.tv_sec * 1_000 + Int64(time.tv_usec) / 1_000
    }

    /// Returns the offset of local time from UTC in seconds, positive to the east; 0 if it is
    /// unknown. `milliseconds` is the time since 1970.
    package static func secondsAheadOfUTC(at milliseconds: Int64) -> Int {
        var time = time_t(milliseconds / 1_000)
        var local = unsafe tm()
        guard unsafe localtime_r(&time, &local) != nil else { return 0 }
        return unsafe local.tm_gmtoff
    }

    /// The number of threads that can run at the same time.
    package static var cores: Int { Int(uv_available_parallelism()) }

    package static func giveBackFreeMemory() {
        malloc_trim(0)
    }

    /// The memory that this process may use, in bytes: the machine's memory, or less if a control
    /// group limits the process.
    package static var memory: Int {
        let allowed = Int(clamping: uv_get_constrained_memory())
        let machine = Int(clamping: uv_get_total_memory())
        let groups = (try? WholeFile.read("/proc/self/cgroup", limit: 1 << 16)) ?? []
        let limit = controlGroupMemoryLimit(
            of: String(decoding: groups, as: UTF8.self), below: "/sys/fs/cgroup")
        return min(allowed > 0 ? min(allowed, machine) : machine, limit ?? .max)
    }

    /// Returns the smallest memory limit, in bytes, of a control group and of the groups that
    /// contain it; nil if no group has a limit. `groups` is the content of a process's `cgroup`
    /// file, and `folder` is the folder of the outermost group.
    ///
    /// This function reads only version 2 of the control groups, because libuv 1.44 reads only
    /// version 1.
    package static func controlGroupMemoryLimit(of groups: String, below folder: String) -> Int? {
        let start = "0::/"
        guard let line = groups.split(separator: "\n").first(where: { $0.hasPrefix(start) }) else {
            return nil
        }
        let names = line.dropFirst(start.count).split(separator: "/").map(String.init)
        let limits = (0...names.count).compactMap { depth -> Int? in
            let path = ([folder] + names.prefix(depth) + ["memory.max"]).joined(separator: "/")
            return (try? WholeFile.firstLine(of: path)).flatMap { Int($0) }
        }
        return limits.min()
    }

    /// Raises the limit on descriptors as far as the system allows, because every connection needs
    /// a descriptor.
    package static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return
        }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Closes all descriptors from `first` on. A program that outlives its parent would otherwise
    /// hold the parent's pipes open, and their readers would wait forever.
    package static func closeDescriptors(from first: Descriptor) {
        _ = close_range(UInt32(first.rawValue), .max, 0)
    }

    /// The path of this process's executable file; nil if it is unknown.
    package static var program: String? {
        var path = [CChar](repeating: 0, count: 4_096)
        var length = path.count
        guard unsafe uv_exepath(&path, &length) == 0 else { return nil }
        return String(decoding: path.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The machine's host name; nil if it is unknown.
    package static var machineName: String? {
        var name = [CChar](repeating: 0, count: Int(UV_MAXHOSTNAMESIZE))
        var length = name.count
        guard unsafe uv_os_gethostname(&name, &length) == 0 else { return nil }
        return String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package static var environment: [String: String] {
        var items: UnsafeMutablePointer<uv_env_item_t>?
        var count: CInt = 0
        guard unsafe uv_os_environ(&items, &count) == 0, let items = unsafe items else {
            return [:]
        }
        defer { unsafe uv_os_free_environ(items, count) }
        var environment: [String: String] = [:]
        for index in 0..<Int(count) {
            let item = unsafe items[index]
            unsafe environment[String(cString: item.name)] = unsafe String(cString: item.value)
        }
        return environment
    }
}
