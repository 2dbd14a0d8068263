"""The version of a release is stated in many places: all must agree with the root's Cargo.toml."""

import re
import tomllib
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["version"]
# Crates that are released, or built from the same sources and named after the release.
RELEASED = {"polymod", "polymod-core", "polymod-cli", "polymod-capi", "polymod-mpi", "polymod-python", "polymod-web"}


def files(name):
    """The files of that name outside of folders of build outputs."""
    return [path for path in sorted(ROOT.rglob(name)) if "target" not in path.parts]


class Release(unittest.TestCase):
    def test_manifests(self):
        found = 0
        for path in files("Cargo.toml"):
            manifest = tomllib.loads(path.read_text(encoding="utf-8"))
            package = manifest.get("package", {})
            if package.get("name") in RELEASED:
                self.assertIn(package["version"], [VERSION, {"workspace": True}], path)
                found += 1
            for name, wanted in manifest.get("dependencies", {}).items():
                if name in RELEASED and "version" in wanted:
                    self.assertEqual(wanted["version"], VERSION, f"{path}: {name}")
                    found += 1
        self.assertGreaterEqual(found, len(RELEASED) + 2)

    def test_lock_files(self):
        for path in files("Cargo.lock"):
            packages = tomllib.loads(path.read_text(encoding="utf-8"))["package"]
            ours = {package["name"]: package["version"] for package in packages if package["name"] in RELEASED}
            self.assertIn("polymod", ours, path)
            self.assertEqual(set(ours.values()), {VERSION}, path)

    def test_pages(self):
        for name, pattern in [
            ("CITATION.cff", r"(?m)^version: (\S+)$"),
            ("CHANGELOG.md", r"(?m)^## \[(\d\S*)\]"),
            ("fuzz/src/words.rs", r'VERSION: &str = "([^"]+)"'),
            ("docs/scale.md", r"polymod-dask:(\S+)"),
        ]:
            found = re.findall(pattern, (ROOT / name).read_text(encoding="utf-8"))
            self.assertEqual(found[:1], [VERSION], name)


if __name__ == "__main__":
    unittest.main()
