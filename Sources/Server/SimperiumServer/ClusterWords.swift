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
        case .newerFormat(let format): SharedRedisWords.newerFormat(format)
        case .olderFormat(let format): SharedRedisWords.olderFormat(format)
        case .foreign(let key): SharedRedisWords.foreign(ForeignText(key))
        case .unfit(let setting): SharedRedisWords.unfit(setting)
        case .copying(let isWhole):
            isWhole ? SharedRedisWords.beingCopied : SharedRedisWords.unfinishedCopy
        case .failed(let error): SharedRedisWords.failed(error)
        case .sameAddress(let address): SharedRedisWords.sameAddress(address)
        case .differs(let names): SharedRedisWords.differs(names)
        case .forgotten: SharedRedisWords.forgotten
        case .damaged: SharedRedisWords.damaged
        }
    }
}
