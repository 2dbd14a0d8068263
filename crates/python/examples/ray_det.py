"""The determinant of a matrix of integers by the workers of a Ray cluster: RAY_ADDRESS=auto python ray_det.py < rows.json"""

import json
import sys
from concurrent.futures import Executor

import ray
from polymod import ZZ, distributed


class Tasks(Executor):
    """Ray's tasks as an executor; one whose worker dies is run again elsewhere."""

    def __init__(self):
        self.run = ray.remote(max_retries=3)(lambda function, *arguments: function(*arguments))

    def submit(self, function, /, *arguments):
        return self.run.remote(function, *arguments).future()


def det(rows, checkpoint=None):
    cores = int(ray.cluster_resources()["CPU"])
    return distributed.det(ZZ.matrix(rows), executor=Tasks(), workers=cores, algorithm="crt", checkpoint=checkpoint)


if __name__ == "__main__":
    ray.init()
    found = det(json.load(sys.stdin), "det.checkpoint")
    print(found.value)
    print(f"{found.primes} primes, {found.certainty}", file=sys.stderr)
