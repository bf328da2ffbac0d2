import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { carryAttributes } from './carry-attributes.ts';

describe.runIf(process.platform === 'linux')('carryAttributes', () => {
  it('changes nothing if there is nothing to copy', async () => {
    await using files = await openFiles();
    const before = fstatSync(files.to, { bigint: true });
    expect(await carryAttributes(files.from, files.to)).toBe(true);
    expect(fstatSync(files.to, { bigint: true }).ctimeNs).toBe(before.ctimeNs);
  });

  it('copies extended attributes and access lists, of many files at once', async (context) => {
    const many = await Promise.all(Array.from({ length: 8 }, openFiles));
    if (!python(DRESS, many, 'from')) return context.skip('no extended attributes here');
    const carried = await Promise.all(many.map(({ from, to }) => carryAttributes(from, to)));
    expect(carried).toEqual(many.map(() => true));
    expect(python(SHOW, many, 'to')).toBe(python(SHOW, many, 'from'));
    for (const files of many) await files[Symbol.asyncDispose]();
  });

  it('asks another shell if one was killed', async () => {
    await using files = await openFiles();
    expect(await carryAttributes(files.from, files.to)).toBe(true);
    const [shell = 0, ...others] = waitingShells();
    expect(others).toEqual([]);
    process.kill(shell, 'SIGSTOP');
    const interrupted = carryAttributes(files.from, files.to);
    process.kill(shell, 'SIGKILL');
    expect(await interrupted).toBe(true);
    expect(await carryAttributes(files.from, files.to)).toBe(true);
    expect(waitingShells()).toHaveLength(1);
    // No process has it open, so none can inherit it.
    expect(await carryAttributes(files.from, 54_321)).toBeNull();
    expect(waitingShells()).toHaveLength(1);
  });
});

const DRESS = `
entries = [(1, 6, -1), (2, 6, 12345), (4, 4, -1), (16, 6, -1), (32, 4, -1)]
acl = struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *entry) for entry in entries)
for path in sys.argv[1:]:
  os.setxattr(path, 'user.note', os.path.dirname(path).encode())
  os.setxattr(path, 'system.posix_acl_access', acl)
print('dressed')`;

const SHOW = `
for path in sys.argv[1:]: print([(name, os.getxattr(path, name)) for name in sorted(os.listxattr(path))])`;

/** Output of a program for one file of each; empty if it fails. */
function python(program: string, many: readonly Files[], name: string): string {
  const paths = many.map(({ path }) => path(name));
  return (
    spawnSync('python3', ['-c', `import os, struct, sys\n${program}`, ...paths], { encoding: 'utf8' }).stdout ?? ''
  );
}

interface Files extends AsyncDisposable {
  readonly from: number;
  readonly to: number;
  path(name: string): string;
}

async function openFiles(): Promise<Files> {
  const tree = await openTree({ from: 'a', to: 'b' });
  const [from, to] = [openSync(tree.path('from'), 'r'), openSync(tree.path('to'), 'r+')];
  return {
    ...{ from, to, path: (name) => tree.path(name) },
    async [Symbol.asyncDispose]() {
      closeSync(from);
      closeSync(to);
      await tree[Symbol.asyncDispose]();
    },
  };
}

/** Ids of the shells of this process that wait for what to carry. */
function waitingShells(): number[] {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean),
  );
  return children
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--attributes-only'));
}
