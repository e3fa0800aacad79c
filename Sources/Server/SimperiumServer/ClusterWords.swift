import Cluster
import Drawing

/// Messages for the operator about a server's part in a cluster.
enum ClusterWords {
    // The names of log events.
    static let held = "no answer from Redis; the server is waiting"
    static let stranger = "connection to the inner address without the keys"
    static let steppedDown = "clients closed: another server may take over"

    static func sentence(about refusal: ClusterRefusal) -> String {
        switch refusal {
        case .newerFormat(let format):
            "a newer version of this program wrote the data in Redis (format \(format))"
        case .olderFormat(let format):
            "an older version of this program wrote the data in Redis (format \(format)): "
                + "bring it to an empty Redis with tictactoe copy, and serve that"
        case .foreign(let key):
            "this Redis contains another program's data, such as \(ForeignText(key)): "
                + "give tictactoe its own Redis"
        case .unfit(let setting): SharedRedisWords.unfit(setting)
        case .copying(let isWhole):
            isWhole
                ? "the data in Redis is being copied: try again in a minute"
                : "the data in Redis is an incomplete copy: empty Redis and copy again"
        case .failed(let error): "can't use Redis: \(SharedRedisWords.answered(error))"
        case .sameAddress(let address):
            "another server has the inner address \(address): "
                + "give each server its own with --inner-address"
        case .differs(let names):
            """
            this server and the others have different values for \
            \(names.map { "--\($0)" }.joined(separator: ", ")): use the same values everywhere, \
            or stop the others and start this one with --new
            """
        case .forgotten:
            "this Redis is new, but the keys were used with another one: name the right one, "
                + "restore its data, or start with --new"
        case .damaged: SharedRedisWords.damaged
        }
    }
}
