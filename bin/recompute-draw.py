"""Computes the winner of a scholarship draw from its published list, or finds a receipt on it, without any code of Baobab:
Python's standard library only.

    python3 recompute-draw.py list.txt SIGNATURE [ATTEMPT [STRUCK ...]]
    python3 recompute-draw.py list.txt --receipt "DRAW/2 receipt ..."
    python3 recompute-draw.py list.txt --line R-...

SIGNATURE is the value "signature" in beacon.json. It is not checked here: any program for drand does that with the chain
and the round that the list names. If witnesses drew, SIGNATURE is their secret numbers in the notices, in the order in
which the witnesses are named there and with commas between them. ATTEMPT is 0 for the draw itself, and one more for each
repetition. STRUCK are the numbers of the entries that cannot win, from the notices: those who were struck out, and winners who
were disqualified. A receipt and a line are in the message to somebody on the list.
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


def leaf_of(receipt):
    """Returns the line in the list that a receipt gives, and the month of the receipt."""
    version, word, month, *rest = receipt.split()
    if word != "receipt":
        raise SystemExit("This is not a receipt.")
    if version == "DRAW/1":
        student, nonce = rest
        parts = [month, student]
    else:
        category, place, points, nonce, username = rest
        parts = [month, category, place, points, username]
    text = "\n".join([version + " leaf", *parts, ""])
    return sha256(text.encode() + bytes.fromhex(nonce)).hex(), month


def find(text, line):
    """Says which number of the list a line has."""
    lines = text.decode("ascii").splitlines()
    start = next(at for at, one in enumerate(lines) if one.startswith("count ")) + 1
    leaves = [one.split(" ")[1] for one in lines[start:]]
    number = next((at for at, leaf in enumerate(leaves) if leaf.startswith(line)), None)
    if number is None:
        raise SystemExit("No line of this list is yours.")
    print(f"You are number {number} of {len(leaves)} on this list.")


def find_receipt(text, receipt):
    line, month = leaf_of(receipt)
    if f"\nmonth {month}\n".encode() not in text:
        raise SystemExit("Your receipt is of another month than this list.")
    find(text, line)


def draw(text, signature, attempt="0", *struck):
    version = text.split(b"\n", 1)[0]
    count = int(text.split(b"\ncount ", 1)[1].split(b"\n", 1)[0])
    root = sha256(text)
    hashes = [sha256(bytes.fromhex(one)) for one in signature.split(",")]
    if len(hashes) == 1:
        seed = sha256(version + b" seed\n" + root + uint64(int(attempt)) + hashes[0])
    else:
        seed = sha256(b"DRAW/1 offline seed\n" + root + b"".join(hashes))
    out = {int(number) for number in struck}
    winner = next((number for number in shuffle(seed, count) if number not in out), "nobody")
    print(f"LIST {root.hex()}\nSEED {seed.hex()}\nWINNER {winner}")


def main(path, *args):
    with open(path, "rb") as file:
        text = file.read()
    if args[0] == "--receipt":
        find_receipt(text, args[1])
    elif args[0] == "--line":
        find(text, args[1].removeprefix("R-"))
    else:
        draw(text, *args)


if __name__ == "__main__":
    if len(sys.argv) < 3 or (sys.argv[2].startswith("--") and len(sys.argv) < 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
