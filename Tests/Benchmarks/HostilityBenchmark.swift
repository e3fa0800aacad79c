import Glibc
import Visitors

/// A hundred who play by ssh, beside strangers who mean the door no good: see `Attackers`.
func hostility() {
    var report = Report("The SSH door, beside strangers who mean it no good")
    let house = ServedDoor()
    let crowd = SSHCrowd(port: house.port)
    crowd.admit(100, as: "lin")
    crowd.settle()
    report.add(crowd.keyTimes(rounds: 5), "alone", p50: nil, p99: 50)
    let descriptors = house.descriptors
    report.count("open descriptors before", descriptors, "")
    report.count("resident before", house.resident, "KB")
    var afterFirst = 0
    for round in ["first", "second"] {
        let attackers = startSilently([
            builtProgram("Attackers"), "\(house.port)", "30", "40",
        ])
        // Until all of them are there.
        crowd.settle(milliseconds: 1_400)
        report.add(crowd.keyTimes(rounds: 20), "in the \(round) attack", p50: nil, p99: 50)
        waitpid(attackers, nil, 0)
        let end = ContinuousClock.now + .seconds(40)
        while house.descriptors > descriptors, ContinuousClock.now < end { crowd.settle() }
        report.count(
            "open descriptors after the \(round)", house.descriptors, "", target: descriptors)
        // Whatever the first one made room for is there for the second.
        let target = afterFirst == 0 ? nil : afterFirst * 11 / 10
        report.count("resident after the \(round)", house.resident, "KB", target: target)
        afterFirst = house.resident
    }
    report.show()
}
