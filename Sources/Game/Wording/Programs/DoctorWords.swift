package import Drawing

/// The output of `tictactoe doctor`: sections, with a line for each finding.
package enum DoctorWords {
    package enum Chapters {
        package static let libraries = "libraries"
        package static let settings = "settings and their origins"
        package static let keys = "keys"
        package static let theme = "theme"
        package static let terminal = "terminal"
        package static let files = "files"
        package static let clock = "clock"
        package static let server = "server"
        package static let hosting = "hosting"
    }

    package static func noSuchSetting(_ variable: String) -> String {
        "\(variable) has no effect: there is no such setting"
    }

    package static let keysAreGood = "no key has two actions on the same screen"

    /// The last line. `trouble` is the first problem, or nil if there is none.
    package static func conclusion(_ trouble: String?) -> String {
        trouble.map { "Fix this first: \($0)" } ?? "No problems found."
    }
}

extension DoctorWords {
    package enum Theme {
        /// `tenths` is the contrast in tenths.
        package static func faint(_ style: String, tenths: Int) -> String {
            "\(style) is hard to read: its contrast is \(tenths / 10).\(tenths % 10) to 1; "
                + "text needs 4.5 to 1, pieces 3 to 1"
        }

        package static func isReadable(_ path: String) -> String { "\(path) is easy to read" }
    }

    package enum Terminal {
        package static let none = "input or output is not a terminal: text lines only"

        package static func size(columns: Int, rows: Int, isTooSmall: Bool) -> String {
            "size \(columns)x\(rows)" + (isTooSmall ? ": too small, the minimum is 20x8" : "")
        }

        /// `setting` is nil if no variable sets the locale.
        package static func locale(_ setting: String?) -> String {
            "locale \(setting ?? "is not set")"
        }

        package static let isUnset = "TERM is not set: text lines only"

        package static func unknown(_ name: String) -> String {
            "TERM=\(name.quoted) is not a known terminal type; try TERM=xterm-256color"
        }

        package static func known(
            _ name: String, hasScreen: Bool, colours: String, characters: String
        ) -> String {
            let kind = hasScreen ? "full screen" : "text lines only"
            return "TERM=\(name): \(kind), \(colours), \(characters)"
        }

        package static func colours(_ depth: ColourDepth) -> String {
            switch depth {
            case .none: "no colours"
            case .sixteen: "16 colours"
            case .palette: "256 colours"
            case .rgb: "true colour"
            }
        }
    }

    package enum Files {
        package static let settings = "settings"
        package static let data = "data"
        package static let log = "server log"

        package enum State: Sendable {
            case there
            case missing
            /// No file can be created there.
            case closed
        }

        /// `path` is nil if there is no home directory.
        package static func file(_ use: String, at path: String?, _ state: State) -> String {
            guard let path else { return "\(use): no home directory, so nothing is saved" }
            let remark =
                switch state {
                case .there: ""
                case .missing: " (does not exist)"
                case .closed: " (not writable, so nothing is saved there)"
                }
            return "\(use): \(path)\(remark)"
        }
    }
}

extension DoctorWords {
    package enum Server {
        /// `certificate` is the validity of the server's certificate; nil without TLS.
        package static func reached(milliseconds: Int, certificate: String?) -> String {
            "reached in \(milliseconds) ms"
                + (certificate.map { "; its certificate \($0)" } ?? "")
        }

        package static func noneYet(at address: String) -> String {
            "no server is running at \(address) yet; tictactoe play starts one"
        }

        package static func tryAnotherPort(_ finding: String) -> String {
            "\(finding); choose another port with --port"
        }
    }

    package enum Hosting {
        package static func certificate(_ finding: String) -> String {
            "certificate: \(finding)"
        }

        package static func hostKey(_ finding: String) -> String {
            "SSH host key: \(finding)"
        }

        package static func bans(_ finding: String) -> String {
            "bans: \(finding)"
        }

        package static func store(_ finding: String) -> String {
            "store: \(finding)"
        }

        package static let nothingKept = "in memory; nothing is saved"
        package static let noStoreYet = "none yet"
        package static func soundStore(_ path: String) -> String { "\(path) is intact" }

        package static func damagedStore(_ path: String, _ damage: String) -> String {
            "\(path) is damaged: \(damage). Run `tictactoe doctor --store \(path)`"
        }

        package static let noCertificate = "none, so connections are not encrypted"

        package static func noDate(in path: String) -> String { "\(path) has no expiry date" }

        package static let noHomeForKey = "no home directory to save it in"
        package static let noKeyYet = "none yet; it is created when a door first starts"
        package static let noBans = "none"
    }

    /// The validity of a certificate, behind its name.
    package enum Certificate {
        package static func isOver(since day: String) -> String { "expired on \(day)" }

        package static func endsSoon(on day: String) -> String { "expires soon, on \(day)" }

        package static func isGood(until day: String) -> String { "is valid until \(day)" }
    }
}
