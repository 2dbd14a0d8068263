"""scripts/figures.py on results made up for this test, in a temporary folder."""

import json
import tempfile
import unittest
from pathlib import Path

import figures

MACHINE = {
    "cpu": "A CPU", "instructions": "x", "polymod_instructions": "y", "compiler": "rustc 1", "commit": "0123456789abcdef",
    "date": "2026-01-01", "peers": {"one": "1.0"},
}


def case(n, ours, theirs, name="8 bits", peer="one"):
    found = {"operation": "multiply", "case": name, "n": n, "ours_ns": ours}
    return found | {"peer": peer, "peer_ns": theirs} if peer else found


class Figures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.cpu = self.root / "docs/results/a-cpu"
        self.cpu.mkdir(parents=True)
        self.write([case(4, [12.0, 10.0], [25.0, 20.0]), case(8, [30.0], [15.0]), case(4, [5.0], [10.0], "9 bits"), case(4, [7.0], [], peer=None)])
        (self.root / "docs/page.md").write_text("before\n<!-- figures: cpu=a-cpu table=products show=means -->\n1\n<!-- end of figures -->\nafter\n")

    def write(self, cases):
        found = {"table": "products", "title": "Products", "machine": MACHINE, "cases": cases}
        (self.cpu / "products.json").write_text(json.dumps(found))

    def run_main(self, *options):
        return figures.main([*options, str(self.root)])

    def text(self, name):
        return (self.root / name).read_text(encoding="utf-8")

    def test_pages_and_pictures_are_written_and_then_up_to_date(self):
        self.assertEqual(self.run_main("--check"), 1)
        self.assertFalse((self.cpu / "products.svg").exists())
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        page = self.text("docs/page.md")
        # the geometric mean of 2 and 1/2, and the worst of them, at n = 8
        self.assertIn("| multiply | 8 bits | one | 1.00 | **0.50** | 8 | 1 | 2 |\n", page)
        self.assertIn("| operation | case | peer | mean ratio | worst ratio | at n = | slower | of |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n", page)
        self.assertTrue(page.startswith("before\n") and page.endswith("<!-- end of figures -->\nafter\n"))
        own = self.text("docs/results/a-cpu/README.md")
        self.assertIn("| 8 bits | 2.00, 10.0 ns | **0.50**, 30.0 ns |\n| 9 bits | 2.00, 5.00 ns |  |\n", own)
        self.assertIn("commit 0123456789ab, 2026-01-01", own)
        drawing = self.text("docs/results/a-cpu/products.svg")
        self.assertEqual((drawing.count("<circle"), drawing.count('stroke-width="2"')), (3, 2))

    def test_a_number_that_is_not_in_the_results_is_found(self):
        self.run_main()
        for name in ["docs/page.md", "docs/results/a-cpu/README.md"]:
            right = self.text(name)
            (self.root / name).write_text(right.replace("**0.50**", "**0.60**"), encoding="utf-8")
            self.assertEqual(self.run_main("--check"), 1, name)
            (self.root / name).write_text(right, encoding="utf-8")
        self.assertEqual(self.run_main("--check"), 0)
        self.write([case(4, [10.0], [21.0])])
        self.assertEqual(self.run_main("--check"), 1)

    def test_pages_without_results_are_refused(self):
        for marker in ["cpu=a-cpu table=none show=means", "cpu=a-cpu table=products", "cpu=a-cpu table=products show=means op=none"]:
            (self.root / "docs/page.md").write_text(f"<!-- figures: {marker} -->\n<!-- end of figures -->\n")
            self.assertEqual(self.run_main(), 1, marker)
        (self.root / "docs/page.md").write_text("no table")
        (self.cpu / "other.svg").write_text("<svg/>")
        self.assertEqual(self.run_main(), 1)

    def test_figures_of_every_cpu_take_the_place_of_earlier_ones(self):
        page = self.root / "docs/performance.md"
        before = "<!-- figures: cpu=* table={} show={} -->\nby hand\n| 1 | 2 |\n<!-- end of figures -->\n"
        page.write_text(before.format("other", "means") + before.format("products", "losses"))
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        kept, filled = self.text("docs/performance.md").split("table=products")
        self.assertIn("by hand\n| 1 | 2 |\n", kept)
        self.assertNotIn("by hand", filled)
        self.assertIn("commit 0123456789ab, 2026-01-01.\nCompared with one 1.0.\n[All of them](results/a-cpu/README.md).\n", filled)
        self.assertIn("| multiply | 1.26 | **0.50** | 8 bits, n = 8, one | 1 | 0 | 3 |\n", filled)

    def test_tables_of_figures_have_a_source(self):
        page = self.root / "docs/performance.md"
        for table, stray in [("| a | 1.5 µs |", True), ("| a | b | **.5** |", True), ("| 12 | words 3 |", False), ("a | 2 |", False)]:
            page.write_text(f"text\n{table}\n")
            self.run_main()
            self.assertEqual(self.run_main("--check"), int(stray), table)
        page.write_text("<!-- measured by: cargo bench -->\n| a | 1 |\n<!-- end of measured -->\n")
        self.assertEqual(self.run_main("--check"), 0)

    def test_pictures_of_other_pages_and_of_trials(self):
        self.write([case(4, [1.0], [2.0], peer="FLINT"), case(8, [1.0], [2.0], peer="FLINT"), case(4, [1.0], [3.0])])
        (self.root / "docs/images").mkdir()
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        self.assertEqual(self.text("docs/images/products.svg").count("<circle"), 2)
        trial = self.root / "products.json"
        trial.write_text((self.cpu / "products.json").read_text())
        self.assertEqual(figures.main([str(trial)]), 0)
        self.assertEqual(self.text("products.svg").count("<circle"), 3)

    def test_many_sizes_are_rows(self):
        self.write([case(n, [10.0], [20.0], name) for n in range(4, 20) for name in ["8 bits", "9 bits"]])
        self.run_main()
        self.assertIn("| multiply, one | 8 bits | 9 bits |\n", self.text("docs/results/a-cpu/README.md"))
        self.assertIn("| 19 | 2.00, 10.0 ns | 2.00, 10.0 ns |\n", self.text("docs/results/a-cpu/README.md"))

    def test_predicted_times_have_a_page_and_a_picture(self):
        rows = [("zn:97", 1, 64, 10.0), ("zn:97", 1, 128, 20.0), ("zn:97", 2, 64, 10.0), ("z", 1, 64, None)]
        cases = [
            {"operation": "product", "ring": ring, "threads": threads, "size": size, "algorithm": "ntt", "predicted_ns": ns, "rounds_ns": [40.0, 30.0]}
            for ring, threads, size, ns in rows
        ]
        found = {"mode": "full", "cpu": "A CPU", "instructions": "x", "compiler": "rustc 1", "polymod": "1.0", "date": "today", "costs": "built in", "cases": cases}
        (self.cpu / "bench.json").write_text(json.dumps(found))
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        self.assertIn("| product | zn:97 | 128 | ntt | 30.0 ns | 20.0 ns | 1.50 |\n| product | zn:97, 2 threads |", self.text("docs/results/a-cpu/README.md"))
        self.assertEqual(self.text("docs/results/a-cpu/bench.svg").count("<circle"), 3)

    def test_memory_has_a_page_and_a_picture(self):
        cases = [{"operation": "mul", "ring": "zn:97", "size": n, "peak_bytes": 3 << 20, "data_bytes": 1 << 20} for n in [64, 128]]
        (self.cpu / "memory.json").write_text(json.dumps({"cpu": "A CPU", "polymod": "1.0", "date": "today", "cases": cases}))
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        self.assertIn("| mul | zn:97 | 128 | 3.0 | 1.0 | 3.00 |\n", self.text("docs/results/a-cpu/README.md"))
        self.assertIn("mul: peak of memory over that of operands and result", self.text("docs/results/a-cpu/memory.svg"))

    def test_names_of_lines_go_to_another_row_where_they_do_not_fit(self):
        self.assertEqual(figures.legend(["abcd", "abcd", "abcdefghij"], 100), [(0, 0), (0, 46), (1, 0)])

    def test_units(self):
        self.assertEqual([figures.duration(ns) for ns in [1.234, 12.34, 999.9, 1.5e6, 2e9, 3e12]], ["1.23 ns", "12.3 ns", "1.00 µs", "1.50 ms", "2.00 s", "3000 s"])


if __name__ == "__main__":
    unittest.main()
