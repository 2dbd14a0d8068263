"""scripts/figures.py on results made up for this test, in a temporary folder."""

import contextlib
import io
import json
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import figures

ROOT = Path(__file__).resolve().parent.parent

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
        self.replace("UNMEASURED", set())
        self.cpu = self.root / "docs/results/a-cpu"
        self.cpu.mkdir(parents=True)
        self.write([case(4, [12.0, 10.0], [25.0, 20.0]), case(8, [30.0], [15.0]), case(4, [5.0], [10.0], "9 bits"), case(4, [7.0], [], peer=None)])
        (self.root / "docs/page.md").write_text("before\n<!-- figures: cpu=a-cpu table=products show=means -->\n1\n<!-- end of figures -->\nafter\n")

    def replace(self, name, value):
        patch = mock.patch.object(figures, name, value)
        patch.start()
        self.addCleanup(patch.stop)

    def write(self, cases, name="products", folder=None, **machine):
        found = {"table": name, "title": name.title(), "machine": MACHINE | machine, "cases": cases}
        ((folder or self.cpu) / f"{name}.json").write_text(json.dumps(found))

    def run_main(self, *options):
        self.printed = io.StringIO()
        with contextlib.redirect_stdout(self.printed), contextlib.redirect_stderr(self.printed):
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
        page.write_text(before.format("other", "means") + before.format("third", "means") + before.format("products", "losses"))
        self.replace("UNMEASURED", {"third"})
        self.assertEqual(self.run_main(), 1)
        self.assertIn("no CPU has a file of these tables: other (docs/performance.md)\n", self.printed.getvalue())
        self.replace("UNMEASURED", {"other", "third"})
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        self.assertIn("noted by hand, until they are measured: other, third\n", self.printed.getvalue())
        kept, filled = self.text("docs/performance.md").split("table=products")
        self.assertIn("by hand\n| 1 | 2 |\n", kept)
        self.assertNotIn("by hand", filled)
        self.assertIn("commit 0123456789ab, 2026-01-01.\nCompared with one 1.0.\n[All of them](results/a-cpu/README.md).\n", filled)
        self.assertIn("| multiply | 1.26 | **0.50** | 8 bits, n = 8, one | 1 | 0 | 3 |\n", filled)

    def test_a_summary_has_columns_for_each_cpu(self):
        other = self.root / "docs/results/b-6-207"
        other.mkdir()
        self.write([case(4, [10.0], [40.0]), case(4, [10.0], [10.0], peer="two")], folder=other, cpu="Intel")
        page = self.root / "docs/page.md"
        wanted = {
            "": "| operation | peer | a-cpu: mean | worst | slower | Emerald Rapids: mean | worst | slower |\n"
            "| --- | --- | ---: | ---: | --- | ---: | ---: | --- |\n"
            "| multiply | one | 1.26 | **0.50** | 1 of 3 | 4.00 | 4.00 | 0 of 1 |\n| multiply | two |  |  |  | 1.00 | 1.00 | 0 of 1 |\n",
            "by=op": "| multiply | 1.26 | **0.50** | 1 of 3 | 2.00 | 1.00 | 0 of 2 |\n",
            "by=case peer=one": "| multiply | 8 bits | one | 1.00 | **0.50** | 1 of 2 | 4.00 | 4.00 | 0 of 1 |\n",
        }
        for options, table in wanted.items():
            page.write_text(f"<!-- figures: cpu=* table=products show=summary {options} -->\n<!-- end of figures -->\n")
            self.assertEqual(self.run_main(), 0, self.printed.getvalue())
            self.assertIn(table, page.read_text(), options)
            self.assertIn("[a-cpu](results/a-cpu/README.md), [Emerald Rapids](results/b-6-207/README.md).", page.read_text())
        for line in ["cpu=* table=products show=summary by=size", "cpu=a-cpu table=products show=summary", "cpu=* table=products show=summary peer=three"]:
            page.write_text(f"<!-- figures: {line} -->\n<!-- end of figures -->\n")
            self.assertEqual(self.run_main(), 1, line)
            self.assertIn(line, self.printed.getvalue())

    def test_files_of_results_name_no_folder_of_a_machine(self):
        for path in ROOT.glob("docs/results/*/*.json"):
            versions = json.loads(path.read_text(encoding="utf-8")).get("machine", {}).get("peers", {})
            self.assertEqual([is_ for is_ in versions.values() if re.search(r"(^|[ ,])/", is_)], [], path)

    def test_tables_of_figures_have_a_source(self):
        page = self.root / "docs/performance.md"
        for table, stray in [("| a | 1.5 µs |", True), ("| a | b | **.5** |", True), ("| 12 | words 3 |", False), ("a | 2 |", False)]:
            page.write_text(f"text\n{table}\n")
            self.run_main()
            self.assertEqual(self.run_main("--check"), int(stray), table)
        block = "<!-- measured by: {} -->\n| a | 1 |\n<!-- end of measured -->\n"
        for command, wrong in [("cargo bench", 0), ("make python-bench", 0), ("make bench TABLE=a", 1), ("POLYMOD_ISA=avx2 make bench", 1)]:
            page.write_text(block.format(command))
            self.assertEqual(self.run_main("--check"), wrong, command)

    def test_exceptions_name_what_there_is(self):
        mock.patch.stopall()
        for name in figures.UNMEASURED:
            self.assertEqual(list(ROOT.glob(f"docs/results/*/{name}.json")), [], f"remove {name} from UNMEASURED")

    def test_pictures_of_other_pages_and_of_trials(self):
        self.write([case(4, [1.0], [2.0], peer="FLINT"), case(8, [1.0], [2.0], peer="FLINT"), case(4, [1.0], [3.0])])
        (self.root / "docs/images").mkdir()
        self.replace("PICTURES", {"docs/images/products.svg": ("a-cpu", "products", "FLINT"), "docs/images/other.svg": ("*", "other", "FLINT")})
        # a later measurement on another CPU is not drawn
        other = self.root / "docs/results/b-cpu"
        other.mkdir()
        self.write([case(4, [1.0], [2.0], peer="FLINT")], folder=other, date="2026-01-02")
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        drawing = self.text("docs/images/products.svg")
        self.assertEqual(drawing.count("<circle"), 2)
        self.assertIn(">A CPU (a-cpu)</text>", drawing)
        self.assertIn(">polymod uses y; commit 0123456789ab, 2026-01-01</text>", drawing)
        # a picture whose table is gone
        (self.root / "docs/images/other.svg").write_text(drawing)
        self.assertEqual(self.run_main(), 1)
        self.assertIn("docs/images/other.svg: there is no file of the table other", self.printed.getvalue())
        self.replace("UNMEASURED", {"other"})
        self.assertEqual(self.run_main(), 0)
        (self.cpu / "products.json").unlink()
        self.assertEqual(self.run_main(), 1)

    def test_pictures_of_trials(self):
        self.write([case(4, [1.0], [2.0]), case(8, [1.0], [3.0], peer="two")], folder=self.root)
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(figures.main([str(self.root / "products.json")]), 0)
        self.assertEqual(self.text("products.svg").count("<circle"), 2)

    def test_many_panels_are_several_pictures(self):
        self.write([case(4, [1.0], [2.0], peer=f"peer {i}") for i in range(50)])
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        counts = [self.text(f"docs/results/a-cpu/products-{i}.svg").count("<circle") for i in [1, 2, 3]]
        self.assertEqual(counts, [24, 24, 2])
        self.assertFalse((self.cpu / "products.svg").exists())
        own = self.text("docs/results/a-cpu/README.md")
        self.assertEqual(re.findall(r"\]\((.*\.svg)\)", own), [f"products-{i}.svg" for i in [1, 2, 3]])
        # a picture that is no longer drawn
        self.write([case(4, [1.0], [2.0])])
        self.assertEqual(self.run_main(), 1)

    def test_times_of_the_longest_tables_are_left_out_of_a_long_page(self):
        self.write([case(n, [1.0], [2.0]) for n in range(4, 10)])
        self.write([case(n, [1.0], [2.0]) for n in range(4, 100)], "shapes")
        self.run_main()
        whole = len(self.text("docs/results/a-cpu/README.md").encode())
        self.replace("MOST_BYTES", whole - 500)
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        own = self.text("docs/results/a-cpu/README.md")
        self.assertIn("| multiply, one | 4 | 5 |", own)
        self.assertNotIn("| 99 | 2.00", own)
        self.assertIn("The single times are in [shapes.json](shapes.json).\n", own)
        self.assertLess(len(own.encode()), whole - 500)

    def test_losses_come_first(self):
        self.write([case(4, [10.0], [9.8]), case(8, [10.0], [4.0], "9 bits"), case(8, [1.0], [2.0], peer="two"), case(4, [10.0], [5.0], peer="our product")])
        self.run_main()
        own = self.text("docs/results/a-cpu/README.md")
        head, _, rest = own.partition("\n## Products\n")
        self.assertIn("| products | multiply | one | **0.40** | 9 bits, n = 8 | 2 | 1 | 1 | 2 |\n", head)
        self.assertEqual(head.count("| products |"), 1)
        self.write([case(4, [1.0], [2.0])])
        self.run_main()
        self.assertNotIn("## Where polymod is slower", self.text("docs/results/a-cpu/README.md"))

    def test_code_names_are_those_of_family_and_model(self):
        for cpu, folder, name in [
            ("AMD EPYC", "amd-epyc-26-2", "Zen 5, Turin"),
            ("AMD EPYC", "amd-epyc-25-17-avx2", "Zen 4, Genoa"),
            ("AMD EPYC", "amd-epyc-25-17-avx512-avx512ifma", "Zen 4, Genoa"),
            ("Intel(R) Xeon(R) Processor", "intel-r-xeon-r-processor-6-207", "Emerald Rapids"),
            ("Intel(R) Xeon(R) Processor", "intel-r-xeon-r-processor-26-2", None),
            ("AMD EPYC", "amd-epyc-26-99", None),
            ("A CPU", "a-cpu", None),
        ]:
            self.assertEqual(figures.code_name(cpu, folder), name, folder)

    def test_crossovers_of_one_big_prime_and_many_small_ones(self):
        many = lambda op, n, ratio, peer: {"operation": op, "case": "F8", "n": n, "ours_ns": [10.0], "peer": peer, "peer_ns": [10.0 * ratio]}
        cases = [many("equal input", n, ratio, "images") for n, ratio in [(256, 0.5), (4096, 0.25)]]
        cases += [many("equal output", n, ratio, "in, images, out") for n, ratio in [(256, 2.0), (4096, 0.5), (65536, 0.25)]]
        self.write([*cases, many("product", 1, 0.5, "GMP")], "gfpf")
        self.write([case(n, [10.0], [10.0 * ratio], "64 bits", "crt") for n, ratio in [(16, 0.5), (64, 2.0)]] + [case(16, [1.0], [2.0])], "modular")
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        drawing = self.text("docs/results/a-cpu/gfpf-crossovers.svg")
        # halfway between the logarithms of 256 and 4096
        self.assertEqual(re.findall(r">(n ≈ \d+)<", drawing), ["n ≈ 1024"])
        self.assertEqual(drawing.count("<circle"), 5)
        drawing = self.text("docs/results/a-cpu/modular-crossovers.svg")
        self.assertEqual((re.findall(r">(n ≈ \d+)<", drawing), drawing.count("<circle")), (["n ≈ 32"], 2))
        own = self.text("docs/results/a-cpu/README.md")
        self.assertIn("| equal input, F8 | images | **0.50** at n = 256 | **0.25** at n = 4096 | nowhere |\n", own)
        self.assertIn("| equal output, F8 | in, images, out | 2.00 at n = 256 | **0.25** at n = 65536 | 1024 |\n", own)
        head = own.partition("\n## Gfpf\n")[0]
        self.assertIn("| gfpf | product | GMP |", head)
        self.assertNotIn("| crt |", head)
        self.assertNotIn("images", head)
        self.assertIn("| multiply | 64 bits | **0.50** at n = 16 | 2.00 at n = 64 | 32 |\n", own)
        self.assertIn("![Gfpf](gfpf-crossovers.svg)", own)

    def test_lines_cross_at_a_point_once(self):
        self.assertEqual(figures.crossings([(1, 2.0), (2, 1.0), (4, 0.5)]), [2.0])
        self.assertEqual(figures.crossings([(1, 0.5), (2, 1.0), (4, 2.0)]), [2.0])
        self.assertEqual(figures.crossings([(1, 2.0), (2, 1.0), (4, 2.0)]), [])

    def test_operations_a_nanosecond_of_transforms(self):
        recipe = lambda n, ns: {"operation": "recipe", "case": "radix 8", "n": n, "ours_ns": [ns]}
        # (3/2)·n·log2 n operations: 3 and 6 in a nanosecond
        self.write([recipe(16, 32.0), recipe(256, 512.0), case(4, [1.0], [2.0])], "ntt")
        self.assertEqual((self.run_main(), self.run_main("--check")), (0, 0))
        drawing = self.text("docs/results/a-cpu/ntt-gops.svg")
        heights = {label: float(y) for y, label in re.findall(r'y="([\d.]+)" text-anchor="end">(\d+)<', drawing)}
        points = [float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', drawing)]
        unit = (heights["0"] - heights["6"]) / 6
        for y, gops in zip(points, [3, 6]):
            self.assertAlmostEqual((heights["0"] - 4 - y) / unit, gops, delta=0.02)
        self.assertFalse((self.cpu / "products-gops.svg").exists())

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

    def test_make_bench_has_every_table(self):
        (listed,) = re.findall(r"^TABLES := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        source = (ROOT / "benches/peers/src/main.rs").read_text(encoding="utf-8")
        (tables,) = re.findall(r"^const TABLES.*?^\];", source, re.MULTILINE | re.DOTALL)
        self.assertEqual(set(listed.split()), set(re.findall(r'name: "(\w+)"', tables)))

    def test_units(self):
        self.assertEqual([figures.duration(ns) for ns in [1.234, 12.34, 999.9, 1.5e6, 2e9, 3e12]], ["1.23 ns", "12.3 ns", "1.00 µs", "1.50 ms", "2.00 s", "3000 s"])


if __name__ == "__main__":
    unittest.main()
