import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

// Three renames, so that each name is also missing for a moment. What a write makes in that moment is put aside.
const RENAMES = `
  const { renameSync } = require('node:fs');
  const [one, other] = process.argv.slice(1);
  let obstacles = 0;
  const move = (from, to) => {
    for (let tries = 0; ; tries += 1) {
      try {
        return renameSync(from, to);
      } catch (error) {
        if (tries > 1000) throw error;
        try { renameSync(to, to + '.' + obstacles++); } catch {}
      }
    }
  };
  console.log('ready');
  for (;;) {
    move(one, one + '.aside');
    move(other, one);
    move(one + '.aside', other);
  }`;

// The same in turn with renameat2(2) and RENAME_EXCHANGE, during which neither name is ever missing.
const EXCHANGES = `
import ctypes, os, sys
renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
one, other = sys.argv[1:3]
obstacles = 0
def exchange():
    return renameat2(-100, one.encode(), -100, other.encode(), 2)
def move(source, target):
    global obstacles
    for tries in range(1000):
        try: return os.rename(source, target)
        except OSError:
            obstacles += 1
            try: os.rename(target, target + '.' + str(obstacles))
            except OSError: pass
    sys.exit(2)
if exchange() != 0: sys.exit(1)
print('ready', flush=True)
while True:
    for _ in range(5): exchange()
    move(one, one + '.aside')
    move(other, one)
    move(one + '.aside', other)`;

function canExchange(): boolean {
  try {
    execFileSync('python3', ['-c', 'import ctypes; ctypes.CDLL(None).renameat2'], { stdio: 'ignore' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
}

/** Starts a process that swaps two names as fast as it can, until the test's scope ends. */
export async function startSwapper(one: string, other: string): Promise<AsyncDisposable> {
  const child = canExchange()
    ? spawn('python3', ['-c', EXCHANGES, one, other])
    : spawn(process.execPath, ['-e', RENAMES, one, other]);
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  assertRunning(child);
  return {
    async [Symbol.asyncDispose]() {
      assertRunning(child);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A race against nobody would prove nothing. */
function assertRunning(child: ChildProcess): void {
  if (child.exitCode !== null) throw new Error(`The swapping process ended with ${child.exitCode}`);
}
