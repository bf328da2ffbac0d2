"""Changes a tree at random, one change for each line of input, and tells what it did."""
import mmap
import os
import random
import shutil
import sys

root, outside, seed = sys.argv[1].encode(), sys.argv[2].encode(), int(sys.argv[3])
chance = random.Random(seed)
mapped = {}
made = 0

WORDS = [b"needle", b"Needle", b"haystack", b"quartz", b"pelican", b"zebra42", "fühlen".encode(), b"plain text"]
NAMES = [b"new", b"with space", b"!bang", b"#hash", b"line\nbreak", b"not\xffutf8", b".hidden", b"x[1]", b"back\\slash", b"a.log"]


def walk():
    files, folders = [], [root]
    for folder in folders:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        folders += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        files += [entry.path for entry in entries if entry.is_file(follow_symlinks=False)]
    return files, folders


def line():
    return b" ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 4))) + b"\n"


def fresh(folder):
    global made
    made += 1
    return os.path.join(folder, chance.choice(NAMES) + b"-%d" % made)


def write(path, text, mode="wb"):
    with open(path, mode) as file:
        file.write(text)


def append(files, folders):
    write(chance.choice(files), line(), "ab")


def in_place(files, folders):
    path = chance.choice(files)
    before = os.stat(path)
    with open(path, "r+b") as file:
        size = before.st_size
        word = chance.choice(WORDS)[: max(0, size)]
        file.seek(chance.randint(0, max(0, size - len(word))))
        file.write(word)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def replace(files, folders):
    path = chance.choice(files)
    write(path + b"~", line() * 3)
    os.replace(path + b"~", path)


def nest(files, folders):
    folder = fresh(chance.choice(folders))
    os.makedirs(os.path.join(folder, b"deep"))
    write(os.path.join(folder, b"deep", b"file"), line())
    write(os.path.join(folder, b"deep", b".file"), line())


def create(files, folders):
    write(fresh(chance.choice(folders)), line())


def delete(files, folders):
    os.unlink(chance.choice(files))


def move(files, folders):
    folder = chance.choice(folders)
    if folder != root:
        os.rename(folder, fresh(root))


def ignore(files, folders):
    rules = [b"*.log\n", b"new-*\n", b"!*\n", b"part-1/\n", b"/group-2\n", b"#\n", b"out/\n", b"\n"]
    path = os.path.join(chance.choice(folders + [root] * len(folders)), chance.choice([b".gitignore", b".ignore"]))
    if not os.path.isdir(path):
        write(path, b"".join(chance.sample(rules, chance.randint(0, 2))))


def store(files, folders):
    path = chance.choice(list(mapped) if mapped and chance.random() < 0.5 else files)
    if path not in mapped:
        if os.stat(path).st_size < 8:
            return
        with open(path, "r+b") as file:
            mapped[path] = mmap.mmap(file.fileno(), 0)
    memory = mapped[path]
    word = chance.choice(WORDS)[:8]
    at = chance.randint(0, min(len(memory), 4096) - len(word))
    try:
        memory[at : at + len(word)] = word
    except ValueError:
        pass


def link(files, folders):
    path = os.path.join(outside, b"link-%d" % chance.randint(0, 1 << 40))
    os.link(chance.choice(files), path)
    write(path, line(), chance.choice(["ab", "r+b"]))


def through_link(files, folders):
    names = os.listdir(outside)
    if names:
        write(os.path.join(outside, chance.choice(names)), line(), "r+b")


def truncate(files, folders):
    path = chance.choice(files)
    if path not in mapped:
        os.truncate(path, chance.choice([0, os.stat(path).st_size // 2]))


def exchange(files, folders):
    folder = chance.choice(folders)
    if folder != root:
        away = os.path.join(outside, b"folder-%d" % chance.randint(0, 1 << 40))
        os.rename(folder, away)
        os.symlink(away, folder)


def close(files, folders):
    path = chance.choice(files + folders[1:])
    os.chmod(path, chance.choice([0, 0o755]))


EDITS = [append, in_place, replace, nest, create, delete, move, ignore, store, store, link, through_link, truncate, close]
RARE = [exchange]

for request in sys.stdin:
    edit = chance.choice(RARE if chance.random() < 0.02 else EDITS)
    try:
        edit(*walk())
    except OSError as error:
        print(f"{edit.__name__}: {error.strerror}", flush=True)
    else:
        print(edit.__name__, flush=True)
