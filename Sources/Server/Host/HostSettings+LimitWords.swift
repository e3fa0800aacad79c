import SimperiumClock
import SimperiumWire
import SyncHub
package import Wording

extension HostSettings {
    /// The limits that clients of any app meet, for the manual.
    package var limitWords: [LimitWord] {
        [
            LimitWord(LimitWords.object, LimitWords.size(Limits.object, beyond: "413")),
            LimitWord(
                LimitWords.message,
                LimitWords.size(Limits.clientFrame, beyond: LimitWords.closesOrRefuses)),
            LimitWord(
                LimitWords.bulk, LimitWords.count(Limits.changesPerFrame, beyond: "413")),
            LimitWord(LimitWords.key, LimitWords.bytes(Limits.objectKey, beyond: "400")),
            LimitWord(
                LimitWords.channels, LimitWords.count(hub.channelsPerConnection, beyond: "500")),
            LimitWord(
                LimitWords.commands,
                LimitWords.rate(
                    hub.pace.commandsPerSecond, aSecondAfter: hub.pace.commandsAtOnce,
                    beyond: LimitWords.delayed)),
            LimitWord(
                LimitWords.waiting, LimitWords.count(hub.waiting.commands, beyond: "1008")),
            LimitWord(
                LimitWords.missed,
                LimitWords.count(hub.history.missedChanges, beyond: LimitWords.startsOver)),
        ] + accountLimitWords
    }

    private var accountLimitWords: [LimitWord] {
        let pause = limits.addressPause.wholeMilliseconds
        let price = limits.successesPerFailure
        return [
            LimitWord(
                LimitWords.failures,
                LimitWords.attempts(limits.attemptsPerAddress, thenEach: pause)),
            LimitWord(
                LimitWords.successes,
                LimitWords.attempts(limits.attemptsPerAddress * price, thenEach: pause / price)),
            LimitWord(
                LimitWords.name,
                LimitWords.attempts(
                    limits.attemptsPerName, thenEach: limits.namePause.wholeMilliseconds)),
            LimitWord(
                LimitWords.tokens,
                LimitWords.count(
                    limits.tokens.perUser,
                    beyond: LimitWords.tokensGo(upTo: limits.tokens.freshPerUser))),
            LimitWord(
                LimitWords.waits,
                LimitWords.seconds(limits.patience.wholeSeconds, then: LimitWords.empty)),
        ]
    }
}
