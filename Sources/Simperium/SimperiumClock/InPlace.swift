/// Queries a machine that is a class's property without copying it. A read through the property
/// would copy the struct and retain its hundreds of parts. `question` must not change the machine.
///
///     alarm?.arm(at: inPlace(&machine) { $0.nextDeadline })
@inlinable
public func inPlace<Machine, Answer>(
    _ machine: inout Machine, _ question: (inout Machine) -> Answer
) -> Answer {
    question(&machine)
}
