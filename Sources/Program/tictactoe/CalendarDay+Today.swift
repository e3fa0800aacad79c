internal import Guests
import Host
import SimperiumLoop

extension CalendarDay {
    /// Nil after the year 9999.
    static var today: CalendarDay? {
        let now = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        return CalendarDay("\(now)".prefix { $0 != "T" })
    }
}
