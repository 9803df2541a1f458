"""Computes the winner of a scholarship draw from its published list, without any code of Baobab: Python's standard
library only.

    python3 recompute-draw.py list.txt SIGNATURE [ATTEMPT [STRUCK ...]]

SIGNATURE is the value "signature" in beacon.json. It is not checked here: any program for drand does that with the chain
and the round that the list names. If witnesses drew, SIGNATURE is their secret numbers in notices.json, in the order in
which the witnesses are named there and with commas between them. ATTEMPT is 0 for the draw itself, and one more for each repetition. STRUCK are the
numbers of the entrants who cannot win, from notices.json: those who were struck out, and winners who were disqualified.
"""
import hashlib
import hmac
import sys


def sha256(data):
    return hashlib.sha256(data).digest()


def uint64(value):
    return value.to_bytes(8, "big")


def numbers(seed):
    """Yields whole numbers of 48 bits from HMAC-SHA256(seed, 0), HMAC-SHA256(seed, 1) and so on."""
    buffer, counter = b"", 0
    while True:
        buffer += hmac.new(seed, uint64(counter), hashlib.sha256).digest()
        counter += 1
        while len(buffer) >= 6:
            yield int.from_bytes(buffer[:6], "big")
            buffer = buffer[6:]


def below(count, source):
    """Takes numbers until one is below the largest multiple of count, so that every remainder is equally likely."""
    limit = 2**48 - 2**48 % count
    return next(number for number in source if number < limit) % count


def shuffle(seed, count):
    """Returns the numbers 0 to count - 1 in the order of the seed."""
    source, order = numbers(seed), list(range(count))
    for front in range(count - 1):
        other = front + below(count - front, source)
        order[front], order[other] = order[other], order[front]
    return order


def main(path, signature, attempt="0", *struck):
    with open(path, "rb") as file:
        text = file.read()
    count = int(text.split(b"\n")[6].removeprefix(b"count "))
    root = sha256(text)
    hashes = [sha256(bytes.fromhex(one)) for one in signature.split(",")]
    if len(hashes) == 1:
        seed = sha256(b"DRAW/1 seed\n" + root + uint64(int(attempt)) + hashes[0])
    else:
        seed = sha256(b"DRAW/1 offline seed\n" + root + b"".join(hashes))
    out = {int(number) for number in struck}
    winner = next((number for number in shuffle(seed, count) if number not in out), "nobody")
    print(f"LIST {root.hex()}\nSEED {seed.hex()}\nWINNER {winner}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
