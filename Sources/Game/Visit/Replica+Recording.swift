internal import Recording
package import SimperiumSync

extension Replica: RecordedMachine {
    package static let name = "replica"
}
