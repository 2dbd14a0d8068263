"""The determinant of a matrix of integers by ranks of MPI: mpirun -n 64 python -m mpi4py.futures mpi4py_det.py < rows.json"""

import json
import sys

from mpi4py.futures import MPIPoolExecutor
from polymod import ZZ, distributed


def det(rows, checkpoint=None):
    # rank 0 runs this program, the others compute
    with MPIPoolExecutor() as executor:
        return distributed.det(ZZ.matrix(rows), executor=executor, algorithm="crt", checkpoint=checkpoint)


if __name__ == "__main__":
    found = det(json.load(sys.stdin), "det.checkpoint")
    print(found.value)
    print(f"{found.primes} primes, {found.certainty}", file=sys.stderr)
