/// Queries a machine in a property of a class without copying it. A plain read of the property
/// would copy the struct and retain its hundreds of parts. `question` must not change the machine.
///
///     alarm?.arm(at: inPlace(&machine) { $0.nextDeadline })
@inlinable
public func inPlace<Machine, Answer>(
    _ machine: inout Machine, _ question: (inout Machine) -> Answer
) -> Answer {
    question(&machine)
}
