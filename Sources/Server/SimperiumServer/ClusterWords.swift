import Cluster
import Drawing

/// Messages for the operator about a server's part in a cluster.
enum ClusterWords {
    /// The names of log events.
    static let held = "no answer from Redis; the server is waiting"
    static let stranger = "connection to the inner address without the keys"
    static let steppedDown = "clients closed: another server may take over"

    static func sentence(about refusal: ClusterRefusal) -> String {
        switch refusal {
        case .newerFormat(let format): SharedWords.newerFormat(format)
        case .olderFormat(let format): SharedWords.olderFormat(format)
        case .foreign(let key): SharedWords.foreign(ForeignText(key))
        case .unfit(let setting): SharedWords.unfit(setting)
        case .copying(let isWhole):
            isWhole ? SharedWords.beingCopied : SharedWords.unfinishedCopy
        case .failed(let error): SharedWords.failed(error)
        case .sameAddress(let address): SharedWords.sameAddress(address)
        case .differs(let names): SharedWords.differs(names)
        case .forgotten: SharedWords.forgotten
        case .damaged: SharedWords.damaged
        }
    }
}
