internal import Foundation

/// A calendar clock that a test sets ahead for the programs that it starts with `environment`.
///
/// The programs are unchanged: a preloaded library answers their system calls for the time. Their
/// monotonic clocks, which time limits go by, are affected only if `movesTimers` is true.
package final class ShiftedClock {
    package struct NoCompiler: Error {
        let description: String
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long ahead(void) {
            char text[24] = {0};
            int file = open(getenv("SHIFTED_CLOCK"), O_RDONLY);
            if (file < 0) return 0;
            if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
            close(file);
            return atol(text);
        }

        int clock_gettime(clockid_t clock, struct timespec *time) {
            int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
            int status = real(clock, time);
            int moves = clock == CLOCK_REALTIME || (getenv("SHIFTED_TIMERS")
                && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE));
            if (status == 0 && moves) time->tv_sec += ahead();
            return status;
        }

        int gettimeofday(struct timeval *time, void *zone) {
            struct timespec now;
            int status = clock_gettime(CLOCK_REALTIME, &now);
            time->tv_sec = now.tv_sec;
            time->tv_usec = now.tv_nsec / 1000;
            return status;
        }

        time_t time(time_t *place) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (place) *place = now.tv_sec;
            return now.tv_sec;
        }
        """

    private let folder: TemporaryFolder
    private let movesTimers: Bool
    private var seconds = 0

    package init(movesTimers: Bool = false) throws {
        self.movesTimers = movesTimers
        folder = try TemporaryFolder()
        let source = folder.path("clock.c")
        try Self.source.write(toFile: source, atomically: true, encoding: .utf8)
        let library = folder.path("clock.so")
        let made = try ChildProgram.run("clang", ["-shared", "-fPIC", "-o", library, source])
        guard made.end == .exited(0) else { throw NoCompiler(description: made.text) }
        try write()
    }

    package var environment: [String: String] {
        let timers = movesTimers ? ["SHIFTED_TIMERS": "1"] : [:]
        return timers.merging([
            "LD_PRELOAD": folder.path("clock.so"), "SHIFTED_CLOCK": folder.path("ahead"),
        ]) { $1 }
    }

    /// Sets the clock ahead by more hours and seconds.
    package func setAhead(hours: Int = 0, seconds more: Int = 0) throws {
        seconds += hours * 3_600 + more
        try write()
    }

    /// Sets the clock to a time in seconds since 1970. It runs on from there.
    package func set(to moment: Int) throws {
        seconds = moment - Int(secondsSince1970())
        try write()
    }

    private func write() throws {
        try "\(seconds)".write(toFile: folder.path("ahead"), atomically: true, encoding: .utf8)
    }
}
