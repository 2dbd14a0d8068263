"""Answers by executors: the same answer and primes for any executor and number of workers; operands are sent once; workers die."""

import ast
import importlib.util
import json
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import polymod
import pytest
from polymod import ZZ, PolymodError, distributed, multimodular

ROOT = pathlib.Path(__file__).parents[3]
EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


def matrix(n, seed, bits=200):
    return ZZ.matrix([[pow(seed + n * i + j + 2, 10007, 2**bits - 189) - 2 ** (bits - 1) for j in range(n)] for i in range(n)])


def poly(degree, seed, bits=150):
    return ZZ.poly([pow(5, seed + i, 2**bits - 67) - 2 ** (bits - 1) for i in range(degree + 1)])


def processes(count=2):
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"))


class Recorded(Executor):
    """Runs tasks at once, backwards if asked, and keeps what was submitted."""

    def __init__(self, lose=()):
        self.requests, self.groups, self.lose = [], [], set(lose)

    def submit(self, function, /, request, primes, threads):
        self.requests.append(request)
        self.groups.append(list(primes))
        future = Future()
        lost = len(self.groups) in self.lose
        future.set_result(None if lost else function(request, primes, threads))
        return future


def calls():
    a, b, skew = matrix(20, 1), matrix(20, 500), matrix(20, 77)
    f, g, common = poly(20, 1), poly(15, 90), poly(6, 200)
    wide = ZZ.matrix([[pow(7, 40 * i + j, 10**30 + 57) for j in range(26)] for i in range(20)])
    polynomials = ZZ.poly_matrix([[poly(3, 10 * i + j, 80) for j in range(3)] for i in range(3)])
    left, right = polymod.Bivariate([poly(2, i, 70) for i in range(4)]), polymod.Bivariate([poly(2, 9 + i, 60) for i in range(3)])
    places = [(i, (i * k + k) % 40, 3 * i + k) for i in range(40) for k in (1, 7, 11)]
    sparse = ZZ.sparse_matrix(40, 40, places)
    column = ZZ.matrix([[i * i - 7] for i in range(40)])
    return [
        ("det", (a,), "crt"),
        ("det", (polynomials,), None),
        ("charpoly", (a,), None),
        ("minpoly", (a,), None),
        ("rank", (wide,), None),
        ("nullspace", (wide,), None),
        ("rref", (wide,), None),
        ("column_space", (wide,), None),
        ("inv", (a,), "crt"),
        ("solve", (a, b), "crt"),
        ("adjugate", (a,), None),
        ("pfaffian", (skew - skew.transpose(),), None),
        ("gcd", (f * common, g * common), "crt"),
        ("xgcd", (f, g), "crt"),
        ("resultant", (f, g), None),
        ("resultant", (left, right), None),
        ("discriminant", (f,), None),
        ("discriminant", (left,), None),
        ("factor_squarefree", (common * common * f,), "crt"),
        ("det", (sparse,), "wiedemann"),
        ("rank", (sparse,), "wiedemann"),
        ("minpoly", (sparse,), "wiedemann"),
        ("solve", (sparse, column), "wiedemann"),
    ]


@pytest.mark.parametrize(("name", "operands", "algorithm"), calls(), ids=lambda x: x if isinstance(x, str) else "")
def test_every_function(name, operands, algorithm):
    alone = getattr(multimodular, name)(*operands, algorithm=algorithm)
    recorded = Recorded()
    by_one = getattr(distributed, name)(*operands, executor=recorded, workers=1, algorithm=algorithm)
    assert by_one.value == alone.value and recorded.groups
    with ThreadPoolExecutor(3) as executor:
        by_three = getattr(distributed, name)(*operands, executor=executor, algorithm=algorithm)
    assert by_three == by_one


def test_all_functions_are_here():
    names = set(multimodular.__all__) - {"Outcome", "factor", "rational", "tolerant_rational"}
    assert set(distributed.__all__) == names | {"images"}
    assert {name for name, _, _ in calls()} == names - {"Options"}


def test_processes():
    a = matrix(20, 3)
    with processes() as executor:
        for name in "det", "charpoly", "inv":
            algorithm = None if name == "charpoly" else "crt"
            found = getattr(distributed, name)(a, executor=executor, algorithm=algorithm)
            assert found.value == getattr(a, name)()
            by_one = getattr(distributed, name)(a, executor=Recorded(), workers=1, algorithm=algorithm)
            assert found == by_one


def test_operands_are_sent_once_to_each_worker():
    a = matrix(20, 3, 500)
    for workers in 1, 3:
        recorded = Recorded()
        distributed.det(a, executor=recorded, workers=workers, algorithm="crt")
        whole = [request for request in recorded.requests if len(request) > 32]
        assert len(whole) == workers and len(set(whole)) == 1
        assert len(recorded.requests) > 3 * workers and set(recorded.requests) - set(whole) == {whole[0][-32:]}
        assert all(len(group) <= 16 for group in recorded.groups)
        primes = [p for group in recorded.groups for p in group]
        assert len(set(primes)) == len(primes)
    # a worker that does not have them gets them with the group that it could not compute
    recorded = Recorded(lose={4, 6})
    found = distributed.det(a, executor=recorded, workers=2, algorithm="crt")
    assert found.value == a.det()
    sizes = [len(request) > 32 for request in recorded.requests]
    assert sizes.count(True) == 4 and recorded.groups.count(recorded.groups[3]) == 2


def test_images():
    recorded = Recorded()
    distributed.charpoly(matrix(12, 1), executor=recorded, workers=1)
    request, primes = recorded.requests[0], recorded.groups[0]
    found = distributed.images(request, primes)
    assert len(found) == len(primes) * 8 * (2 + 13) and found == distributed.images(request[-32:], primes, threads=2)
    with pytest.raises(PolymodError, match="changed on the way"):
        distributed.images(request[:60] + bytes([request[60] ^ 1]) + request[61:-1] + b"!", primes)
    with pytest.raises(ValueError, match="prime"):
        distributed.images(request, [97])


class Killing(ProcessPoolExecutor):
    """A process pool one of whose processes is killed after a few tasks."""

    def __init__(self):
        super().__init__(2, mp_context=get_context("spawn"))
        self.tasks = 0

    def submit(self, function, /, *arguments):
        future = super().submit(function, *arguments)
        self.tasks += 1
        if self.tasks == 9:
            os.kill(next(iter(self._processes)), signal.SIGKILL)
        return future


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_a_killed_process(tmp_path):
    a, made = matrix(24, 5, 300), []

    def make():
        made.append(processes() if made else Killing())
        return made[-1]

    found = distributed.charpoly(a, executor=make)
    assert len(made) == 2 and found.value == a.charpoly()
    assert found == distributed.charpoly(a, executor=Recorded(), workers=1)
    file = tmp_path / "checkpoint"
    with Killing() as executor, pytest.raises(PolymodError, match="executor=lambda"):
        distributed.charpoly(a, executor=executor, checkpoint=file)
    recorded = Recorded()
    resumed = distributed.charpoly(a, executor=recorded, workers=1, checkpoint=file)
    assert resumed.value == found.value and sum(map(len, recorded.groups)) <= found.primes


def test_workers_that_always_die():
    class Dying(ThreadPoolExecutor):
        def submit(self, function, /, *arguments):
            from concurrent.futures.process import BrokenProcessPool

            raise BrokenProcessPool("a process died")

    with pytest.raises(PolymodError, match="times in a row"):
        distributed.charpoly(matrix(12, 1), executor=lambda: Dying(1))


def test_errors_end_a_computation():
    class Failing(Executor):
        def submit(self, function, /, *arguments):
            future = Future()
            future.set_exception(OSError("the network is down"))
            return future

    class Lying(Executor):
        def submit(self, function, /, *arguments):
            future = Future()
            future.set_result(bytes(8))
            return future

    a = matrix(12, 1)
    with pytest.raises(OSError, match="network is down"):
        distributed.charpoly(a, executor=Failing(), workers=1)
    with pytest.raises(PolymodError, match="none of this computation"):
        distributed.charpoly(a, executor=Lying(), workers=1)
    with pytest.raises(TypeError, match="Executor"):
        distributed.charpoly(a, executor=7)
    with pytest.raises(ValueError, match="workers"):
        distributed.charpoly(a, executor=Failing(), workers=0)
    with pytest.raises(TypeError):
        distributed.det(a)
    with pytest.raises(TypeError, match="over Z"):
        distributed.det(polymod.Zn(97).matrix([[1]]), executor=Failing(), workers=1)


@pytest.mark.skipif(os.name == "nt", reason="signals of other systems")
def test_ctrl_c_ends_a_computation_that_waits():
    class Silent(Executor):
        def submit(self, function, /, *arguments):
            return Future()

    timer = threading.Timer(0.3, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    # a process in the background ignores the signal
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            distributed.charpoly(matrix(12, 1), executor=Silent(), workers=1)
        timer.join()
        assert time.monotonic() - start < 5
    finally:
        signal.signal(signal.SIGINT, before)


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fatal(file, function, *arguments):
    """A task that waits to be killed; once its process is gone, another one computes it."""
    with open(file, "a", encoding="ascii") as opened:
        opened.write(f"{os.getpid()}\n")
    victim = int(pathlib.Path(file).read_text(encoding="ascii").split()[0])
    for _ in range(600):
        if gone(victim):
            return function(*arguments)
        time.sleep(0.1)
    raise AssertionError("the process was not killed")


def gone(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def kill(file):
    """Kills the process whose number is the first line of a file, once it is there."""
    for _ in range(600):
        lines = file.read_text(encoding="ascii").splitlines(keepends=True) if file.exists() else []
        if lines and lines[0].endswith("\n"):
            os.kill(int(lines[0]), signal.SIGKILL)
            return
        time.sleep(0.1)


class Fatal(Executor):
    """The tasks of another executor, in the third of which its process is killed; the file has the processes that began that task."""

    _max_workers = 2

    def __init__(self, executor, file):
        self.executor, self.file, self.tasks = executor, file, 0

    def submit(self, function, /, *arguments):
        self.tasks += 1
        if self.tasks == 3:
            threading.Thread(target=kill, args=(self.file,), daemon=True).start()
            return self.executor.submit(fatal, str(self.file), function, *arguments)
        return self.executor.submit(function, *arguments)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.executor.shutdown(wait=wait, cancel_futures=cancel_futures)

    def processes(self):
        return [int(line) for line in self.file.read_text(encoding="ascii").split()]


# determinants that take some tasks, and what the examples find of them
ROWS = [[int(x) for x in row] for row in matrix(24, 5, 300).tolist()]


def expected():
    found = distributed.det(ZZ.matrix(ROWS), executor=Recorded(), workers=1, algorithm="crt")
    assert found.value == ZZ.matrix(ROWS).det()
    return found


def program(name, *launcher, folder):
    """Runs an example as a program: its standard output."""
    command = [*launcher, str(EXAMPLES / f"{name}.py")]
    done = subprocess.run(command, input=json.dumps(ROWS), capture_output=True, text=True, cwd=folder, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_pool(tmp_path, monkeypatch):
    """The example of a process pool, one of whose processes is killed."""
    module, pools = example("pool_det"), []
    make = module.pool

    def pool():
        pools.append(make() if pools else Fatal(make(), tmp_path / "processes"))
        return pools[-1]

    monkeypatch.setattr(module, "pool", pool)
    assert module.det(ROWS) == expected() and len(pools) == 2
    (victim,) = pools[0].processes()
    assert gone(victim)
    assert program("pool_det", sys.executable, folder=tmp_path) == f"{expected().value}\n"


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_dask(tmp_path, monkeypatch):
    """The example of Dask on a cluster of two processes, one of which is killed."""
    dask = pytest.importorskip("dask.distributed")
    module = example("dask_det")
    with (
        dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        dask.Client(cluster) as client,
    ):
        client.wait_for_workers(2)
        assert module.det(client, ROWS) == expected()
        fatal = Fatal(client.get_executor(retries=3), tmp_path / "processes")
        monkeypatch.setattr(client, "get_executor", lambda retries: fatal)
        assert module.det(client, ROWS) == expected()
        victim, *others = fatal.processes()
        assert gone(victim) and others and victim not in others


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_ray(tmp_path, monkeypatch):
    """The example of Ray on two processes, one of which is killed."""
    ray = pytest.importorskip("ray")
    module = example("ray_det")
    # nothing is sent to Ray's makers, and no token is left in the home folder
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex())
    # workers import this file
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(__file__).parent), prepend=os.pathsep)
    quiet = {"include_dashboard": False, "logging_level": "error", "log_to_driver": False}
    ray.init("local", num_cpus=2, object_store_memory=100 << 20, **quiet)
    try:
        assert module.det(ROWS) == expected()
        fatal = Fatal(module.Tasks(), tmp_path / "processes")
        monkeypatch.setattr(module, "Tasks", lambda: fatal)
        assert module.det(ROWS) == expected()
        victim, *others = fatal.processes()
        assert gone(victim) and others and victim not in others
    finally:
        ray.shutdown()


def test_mpi(tmp_path):
    """The example of mpi4py by three ranks, two of which compute."""
    pytest.importorskip("mpi4py")
    if shutil.which("mpirun") is None or "Open MPI" not in subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout:
        pytest.skip("there is no Open MPI")
    # memory of other processes cannot be read in containers; and no machine is reached by ssh
    options = "--bind-to none --mca btl_vader_single_copy_mechanism none --mca plm_rsh_agent sh"
    launcher = f"mpirun -q --oversubscribe --allow-run-as-root {options} -n 3".split()
    printed = program("mpi4py_det", *launcher, sys.executable, "-m", "mpi4py.futures", folder=tmp_path)
    assert printed == f"{expected().value}\n"


def test_the_examples_of_the_page():
    """The page has the examples as they are here, and all of its Python is Python."""
    page = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    blocks = [part.split("```")[0] for part in page.split("```python\n")[1:]]
    for name in "dask_det", "ray_det", "mpi4py_det":
        text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
        assert text in blocks, name
    for block in blocks:
        ast.parse(block)
