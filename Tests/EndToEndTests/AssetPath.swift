import TestSupport

/// Where a file of that name is in Assets.
func assetPath(_ name: String) -> String {
    ThisBuild.repository + "/Assets/" + name
}
