/// The faults of a lobby's nodes, their Redis, and the connections between them.
package enum NodeTrouble: String, CaseIterable, Sendable {
    case lineCut = "line cut"
    case lostAnswer = "answer lost"
    case lostMessage = "message lost"
    case nodeKilled = "node killed"
    case nodeAsleep = "node asleep"
    case engineSilent = "engine silent"
    case engineKilled = "engine killed"
    case enginePromoted = "replica promoted"
    case engineFull = "engine full"
}
