internal import Commands
internal import Records
internal import SimperiumClock
internal import Wording

/// A guest who wants their key linked to an account.
extension Guest {
    mutating func beginLinking(
        by code: String?, _ arrival: Arrival, in context: GuestContext, at now: Instant
    ) {
        guard let key = arrival.fingerprint else { return refuse(.noKey, at: now) }
        guard let terms = context.terms else { return refuse(.noAccounts, at: now) }
        (holder.fingerprint, holder.terms) = (key, terms)
        phase = .linking(LinkTalk(at: now))
        guard let code else { return effects.append(.send(Array(DoorWords.askCode.utf8))) }
        enterCode(code, at: now)
    }

    mutating func typeCode(_ bytes: [UInt8], at now: Instant) {
        monitor.press(at: now)
        for byte in bytes {
            guard case .linking(var talk) = phase, talk.code == nil else {
                if byte == 0x03 || byte == 0x04 { return part(nil, .left, at: now) }
                continue
            }
            switch byte {
            case 0x0A, 0x0D:
                if isOnTerminal { effects.append(.send(Array("\r\n".utf8))) }
                enterCode(talk.typed, at: now)
            case 0x03, 0x04: return part(nil, .left, at: now)
            default:
                let echo = talk.type(byte)
                phase = .linking(talk)
                if isOnTerminal, !echo.isEmpty { effects.append(.send(Array(echo.utf8))) }
            }
        }
    }

    private mutating func enterCode(_ text: String, at now: Instant) {
        guard case .linking(var talk) = phase else { return }
        guard let request = talk.enter(text, for: holder.fingerprint) else {
            return part(AccountWords.nothingTyped, .refused, status: .misused, at: now)
        }
        phase = .linking(talk)
        effects.append(.call(request))
    }

    /// Takes what the server said to the offer, or of what was said on the other device.
    mutating func take(linking reply: AccountReply, at now: Instant) {
        guard case .linking(var talk) = phase else { return }
        switch reply {
        case .ticket(let ticket):
            (talk.ticket, talk.askedAt) = (ticket, now)
            phase = .linking(talk)
            let line = AccountWords.waitsForYes + (isOnTerminal ? "\r\n" : "\n")
            effects.append(.send(Array(line.utf8)))
        case .signedIn(_, let name, let token):
            effects.append(.revoke(token))
            part(DoorWords.linked(to: name), .answered, at: now)
        // Whether the server can be asked just now says nothing about the link.
        case .refused(.offline), .refused(.unavailable), .refused(.tooMany):
            guard talk.ticket == nil, case .refused(let refusal) = reply else { return }
            part(refusal.sentence, .refused, status: .refused, at: now)
        case .refused(let refusal):
            part(refusal.sentence, .refused, status: .refused, at: now)
        case .waiting, .done, .person, .code, .links, .games, .begun: break
        }
    }

    /// Asks what was said on the other device, until it is too late for that.
    mutating func pollLink(at now: Instant) {
        guard case .linking(var talk) = phase, talk.nextDeadline <= now else { return }
        guard talk.until > now, let code = talk.code, let ticket = talk.ticket else {
            return part(AccountRefusal.linkOver.sentence, .refused, status: .refused, at: now)
        }
        talk.askedAt = now
        phase = .linking(talk)
        effects.append(.call(.collect(code: code, ticket: ticket)))
    }
}
