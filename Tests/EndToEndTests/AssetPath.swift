import TestSupport

/// Returns the path of a file in Assets.
func assetPath(_ name: String) -> String {
    ThisBuild.repository + "/Assets/" + name
}
