"""The determinant of a matrix of integers by the workers of a Dask cluster: python dask_det.py tcp://SCHEDULER:8786 < rows.json"""

import json
import sys

from dask.distributed import Client
from polymod import ZZ, distributed


def det(client, rows, checkpoint=None):
    # a task whose worker dies is run again elsewhere
    executor = client.get_executor(retries=3)
    return distributed.det(ZZ.matrix(rows), executor=executor, algorithm="crt", checkpoint=checkpoint)


if __name__ == "__main__":
    with Client(sys.argv[1]) as client:
        client.wait_for_workers(1)
        found = det(client, json.load(sys.stdin), "det.checkpoint")
    print(found.value)
    print(f"{found.primes} primes, {found.certainty}", file=sys.stderr)
