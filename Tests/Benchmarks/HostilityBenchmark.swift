import Glibc
import Visitors

/// Measures a hundred SSH players during attacks on the door: see `Attackers`.
func hostility() -> Report {
    var report = Report("The SSH door, beside strangers who mean it no good")
    let house = ServedDoor()
    let crowd = SSHCrowd(port: house.port)
    crowd.admit(100, as: "lin")
    crowd.readAll()
    report.add("key to frame alone", times: crowd.keyTimes(rounds: 5), p99: 50)
    let descriptors = house.descriptors
    report.count("open descriptors before", descriptors)
    report.count("resident before", house.resident, .kilobytes)
    var afterFirst = 0
    for round in ["first", "second"] {
        let attackers = startProgram([
            builtProgram("Attackers"), "\(house.port)", "30", "40",
        ])
        // Gives the attackers time to connect.
        crowd.readAll(milliseconds: 1_400)
        report.add(
            "key to frame in the \(round) attack", times: crowd.keyTimes(rounds: 20), p99: 50)
        waitpid(attackers, nil, 0)
        let end = ContinuousClock.now + .seconds(40)
        while house.descriptors > descriptors, ContinuousClock.now < end { crowd.readAll() }
        report.count(
            "open descriptors after the \(round)", house.descriptors, target: descriptors)
        // The second attack must get along with the memory that the first one caused.
        let target = afterFirst == 0 ? nil : afterFirst * 11 / 10
        report.count("resident after the \(round)", house.resident, .kilobytes, target: target)
        afterFirst = house.resident
    }
    return report
}
