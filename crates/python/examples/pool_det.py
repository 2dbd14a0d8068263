"""The determinant of a matrix of integers by the processes of a pool: python pool_det.py < rows.json"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from polymod import ZZ, distributed


def pool():
    # a process for each core; one that has computed with several threads must not fork
    return ProcessPoolExecutor(mp_context=get_context("spawn"))


def det(rows, checkpoint=None):
    # a pool ends when one of its processes dies; a function makes the next one
    return distributed.det(ZZ.matrix(rows), executor=pool, algorithm="crt", checkpoint=checkpoint)


if __name__ == "__main__":
    found = det(json.load(sys.stdin), "det.checkpoint")
    print(found.value)
    print(f"{found.primes} primes, {found.certainty}", file=sys.stderr)
