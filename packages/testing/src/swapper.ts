import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that exchanges two names as fast as it can, until the test's scope ends. */
export interface Swapper extends AsyncDisposable {
  /** How it exchanges them. */
  readonly way: 'rename' | 'exchange';
}

// Three renames, so that each name is missing for a moment too. What a write makes in that moment is put aside.
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

// renameat2(2) with RENAME_EXCHANGE: at no moment is either name missing.
const EXCHANGES = `
import ctypes, sys
renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
one, other = (name.encode() for name in sys.argv[1:3])
if renameat2(-100, one, -100, other, 2) != 0: sys.exit(1)
print('ready', flush=True)
while True: renameat2(-100, one, -100, other, 2)`;

export function canExchange(): boolean {
  try {
    execFileSync('python3', ['-c', 'import ctypes; ctypes.CDLL(None).renameat2'], { stdio: 'ignore' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
}

export async function startSwapper(way: Swapper['way'], one: string, other: string): Promise<Swapper> {
  const child =
    way === 'rename'
      ? spawn(process.execPath, ['-e', RENAMES, one, other])
      : spawn('python3', ['-c', EXCHANGES, one, other]);
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  demandRunning(child);
  return {
    way,
    async [Symbol.asyncDispose]() {
      demandRunning(child);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A race against nobody would prove nothing. */
function demandRunning(child: ChildProcess): void {
  if (child.exitCode !== null) throw new Error(`The swapping process ended with ${child.exitCode}`);
}
