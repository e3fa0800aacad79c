package import Drawing

/// What `doctor` says. Its chapters and what stands in them are a line each.
package enum DoctorWords {
    package enum Chapters {
        package static let libraries = "libraries"
        package static let settings = "settings, and who set them"
        package static let keys = "keys"
        package static let theme = "colours"
        package static let terminal = "terminal"
        package static let files = "files"
        package static let clock = "clock"
        package static let server = "server"
        package static let hosting = "as a server"
    }

    package static func noSuchSetting(_ variable: String) -> String {
        "\(variable) means nothing: there is no such setting"
    }

    package static let keysAreGood = "each does one thing on each screen"

    /// The last line: that all is well, or what to see to first.
    package static func conclusion(_ trouble: String?) -> String {
        trouble.map { "To be mended first: \($0)" } ?? "All is well."
    }
}

extension DoctorWords {
    package enum Theme {
        /// How much lighter one is than the other, in tenths.
        package static func faint(_ style: String, tenths: Int) -> String {
            "\(style) is hard to read: \(tenths / 10).\(tenths % 10) to 1 on its background; "
                + "text wants 4.5 to 1, pieces 3 to 1"
        }

        package static func isReadable(_ path: String) -> String { "\(path) can be read well" }
    }

    package enum Terminal {
        package static let none = "input or output is no terminal: lines only"

        package static func size(columns: Int, rows: Int, isTooSmall: Bool) -> String {
            "size \(columns)x\(rows)" + (isTooSmall ? ": too small, 20x8 is needed" : "")
        }

        /// Nil if no variable tells.
        package static func locale(_ setting: String?) -> String {
            "locale \(setting ?? "none is set")"
        }

        package static let isUnset = "TERM is not set: lines only"

        package static func unknown(_ name: String) -> String {
            "TERM=\(name.quoted) is not known here; try TERM=xterm-256color"
        }

        package static func known(
            _ name: String, hasScreen: Bool, colours: String, characters: String
        ) -> String {
            let kind = hasScreen ? "a screen" : "lines only"
            return "TERM=\(name): \(kind), \(colours), \(characters)"
        }

        package static func colours(_ depth: ColourDepth) -> String {
            switch depth {
            case .none: "no colours"
            case .sixteen: "16 colours"
            case .palette: "256 colours"
            case .rgb: "all colours"
            }
        }
    }

    package enum Files {
        package static let settings = "settings"
        package static let data = "data"
        package static let log = "server's log"

        package enum State: Sendable {
            case there
            case missing
            /// No file can be made there.
            case closed
        }

        /// `path` is nil if there is no place for it.
        package static func file(_ use: String, at path: String?, _ state: State) -> String {
            guard let path else { return "\(use): there is no home, so nothing is kept" }
            let remark =
                switch state {
                case .there: ""
                case .missing: " (not there)"
                case .closed: " (can't be written, so nothing is kept there)"
                }
            return "\(use): \(path)\(remark)"
        }
    }
}

extension DoctorWords {
    package enum Server {
        /// `certificate` tells of it; nil if there is none.
        package static func reached(milliseconds: Int, certificate: String?) -> String {
            "reached within \(milliseconds) ms"
                + (certificate.map { "; its certificate \($0)" } ?? "")
        }

        package static func noneYet(at address: String) -> String {
            "none at \(address) yet; whoever plays first starts one"
        }

        package static func tryAnotherPort(_ finding: String) -> String {
            "\(finding); name another port by --port"
        }
    }

    package enum Hosting {
        package static func certificate(_ finding: String) -> String {
            "certificate: \(finding)"
        }

        package static func hostKey(_ finding: String) -> String {
            "the door's key: \(finding)"
        }

        package static func bans(_ finding: String) -> String {
            "whom the door keeps out: \(finding)"
        }

        package static func store(_ finding: String) -> String {
            "what a server keeps: \(finding)"
        }

        package static let nothingKept = "nothing, for all is in memory"
        package static let noStoreYet = "nothing yet"
        package static func soundStore(_ path: String) -> String { "\(path) is sound" }

        package static let noCertificate = "none is set; nothing is encrypted"

        package static func noDate(in path: String) -> String { "\(path) tells no date" }

        package static let noHomeForKey = "there is no home to keep it in"
        package static let noKeyYet = "none yet; the first door makes one"
        package static let noBans = "nobody"
    }

    /// How long a certificate holds, behind its name.
    package enum Certificate {
        package static func isOver(since day: String) -> String { "is over since \(day)" }

        package static func endsSoon(on day: String) -> String { "ends soon, on \(day)" }

        package static func isGood(until day: String) -> String { "is good until \(day)" }
    }
}
