"""A file system in memory that takes every spelling of a name for the same name: case and normal form do not count.

Speaks the kernel's FUSE protocol (linux/fuse.h, 7.31) itself, so that nothing needs to be installed.
Usage: folding-fs.py DIRECTORY [chmod] [fsync]; says "ready" once mounted, and serves until it is killed.
What is named after the directory is refused, as some file systems do.
"""
import ctypes, errno, os, stat, struct, sys, unicodedata

REFUSED = sys.argv[2:]

class Node:
    def __init__(self, mode):
        self.mode, self.data, self.nlink = mode, b'', 1
        self.entries = {}  # folded name: (name as it was made, node id)

def fold(name):
    return unicodedata.normalize('NFD', unicodedata.normalize('NFD', name).casefold())

nodes = {1: Node(stat.S_IFDIR | 0o755)}

def add(mode):
    number = len(nodes) + 1
    nodes[number] = Node(mode)
    return number

def names_in(body):
    return [part.decode('utf-8', 'surrogateescape') for part in body.split(b'\0')[:-1]]

def attributes(number):
    node = nodes[number]
    return struct.pack('=6Q10I', number, len(node.data), 1, 0, 0, 0, 0, 0, 0, node.mode, node.nlink, 0, 0, 0, 4096, 0)

def entry(number):
    return struct.pack('=4Q2I', number, 0, 0, 0, 0, 0) + attributes(number)

def find(parent, name):
    found = nodes[parent].entries.get(fold(name))
    if found is None: raise OSError(errno.ENOENT, name)
    return found[1]

def make(parent, name, mode):
    if fold(name) in nodes[parent].entries: raise OSError(errno.EEXIST, name)
    number = add(mode)
    nodes[parent].entries[fold(name)] = (name, number)
    return number

def remove(parent, name):
    number = find(parent, name)
    if nodes[number].entries: raise OSError(errno.ENOTEMPTY, name)
    del nodes[parent].entries[fold(name)]
    nodes[number].nlink -= 1

def rename(parent, body, start):
    other, = struct.unpack_from('=Q', body)
    old, new = names_in(body[start:])
    number = find(parent, old)
    del nodes[parent].entries[fold(old)]
    nodes[other].entries[fold(new)] = (new, number)
    return b''

def create(parent, body):
    _, mode, umask, _ = struct.unpack_from('=4I', body)
    number = make(parent, names_in(body[16:])[0], stat.S_IFREG | (mode & ~umask & 0o7777))
    return entry(number) + struct.pack('=Q2I', 0, 0, 0)

def make_directory(parent, body):
    mode, umask = struct.unpack_from('=2I', body)
    return entry(make(parent, names_in(body[8:])[0], stat.S_IFDIR | (mode & ~umask & 0o7777)))

def make_link(parent, body):
    name, target = names_in(body)
    number = make(parent, name, stat.S_IFLNK | 0o777)
    nodes[number].data = target.encode()
    return entry(number)

def set_attributes(number, body):
    valid, _, _, size = struct.unpack_from('=2I2Q', body)
    mode, = struct.unpack_from('=I', body, 68)
    node = nodes[number]
    if valid & 1 and 'chmod' in REFUSED: raise OSError(errno.EPERM, number)
    if valid & 1: node.mode = stat.S_IFMT(node.mode) | (mode & 0o7777)
    if valid & 8: node.data = node.data[:size].ljust(size, b'\0')
    return struct.pack('=Q2I', 0, 0, 0) + attributes(number)

def read(number, body):
    _, offset, size = struct.unpack_from('=2QI', body)
    return nodes[number].data[offset:offset + size]

def write(number, body):
    _, offset, size = struct.unpack_from('=2QI', body)
    node = nodes[number]
    node.data = node.data[:offset].ljust(offset, b'\0') + body[40:40 + size] + node.data[offset + size:]
    return struct.pack('=2I', size, 0)

def synchronise(number, body):
    if 'fsync' in REFUSED: raise OSError(errno.EINVAL, number)
    return b''

def read_directory(number, body):
    _, offset, size = struct.unpack_from('=2QI', body)
    listed = b''
    for index, (name, child) in list(enumerate(nodes[number].entries.values(), 1))[offset:]:
        text = name.encode('utf-8', 'surrogateescape')
        one = struct.pack('=2Q2I', child, index, len(text), stat.S_IFMT(nodes[child].mode) >> 12) + text
        one += b'\0' * (-len(one) % 8)
        if len(listed) + len(one) > size: break
        listed += one
    return listed

OPENED = struct.pack('=Q2I', 0, 0, 0)
OPERATIONS = {
    1: lambda number, body: entry(find(number, names_in(body)[0])),
    3: lambda number, body: struct.pack('=Q2I', 0, 0, 0) + attributes(number),
    4: set_attributes,
    5: lambda number, body: nodes[number].data,
    6: make_link,
    9: make_directory,
    10: lambda number, body: remove(number, names_in(body)[0]) or b'',
    11: lambda number, body: remove(number, names_in(body)[0]) or b'',
    12: lambda number, body: rename(number, body, 8),
    14: lambda number, body: OPENED,
    15: read,
    16: write,
    17: lambda number, body: struct.pack('=5Q4I', 1000, 1000, 1000, 1000, 1000, 4096, 255, 4096, 0) + b'\0' * 24,
    18: lambda number, body: b'',
    20: synchronise,
    25: lambda number, body: b'',
    26: lambda number, body: struct.pack('=4I2H2I2HI', 7, 31, 0, 0, 1, 1, 65536, 1, 0, 0, 0).ljust(64, b'\0'),
    27: lambda number, body: OPENED,
    28: read_directory,
    29: lambda number, body: b'',
    30: synchronise,
    34: lambda number, body: b'',
    35: create,
    45: lambda number, body: rename(number, body, 16),
}
FORGETS = (2, 42, 36)

def answer(request):
    _, opcode, unique, number = struct.unpack_from('=2I2Q', request)
    if opcode in FORGETS: return None
    try:
        failure, body = 0, OPERATIONS[opcode](number, request[40:])
    except OSError as error:
        failure, body = -error.errno, b''
    except KeyError:
        failure, body = -errno.ENOSYS, b''
    return struct.pack('=IiQ', 16 + len(body), failure, unique) + body

device = os.open('/dev/fuse', os.O_RDWR)
options = f'fd={device},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()}'
libc = ctypes.CDLL(None, use_errno=True)
if libc.mount(b'folding', os.fsencode(sys.argv[1]), b'fuse', 0, options.encode()) != 0:
    sys.exit(os.strerror(ctypes.get_errno()))
print('ready', flush=True)
while True:
    try:
        reply = answer(os.read(device, 1 << 20))
    except OSError as error:
        # The kernel takes a request back, or the file system was unmounted.
        if error.errno == errno.ENODEV: break
        continue
    if reply is None: continue
    try:
        os.write(device, reply)
    except OSError:
        pass
