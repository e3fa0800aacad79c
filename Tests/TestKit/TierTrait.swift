package import TestSupport
package import Testing

extension Trait where Self == ConditionTrait {
    /// Leaves a test or a suite to a tier and those that are more thorough.
    package static func tier(_ tier: Tier) -> Self {
        .enabled(if: Tier.current >= tier, Comment(rawValue: "because it runs in make \(tier)"))
    }
}
