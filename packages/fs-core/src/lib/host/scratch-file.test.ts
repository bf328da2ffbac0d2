import { execFileSync } from 'node:child_process';
import { fstatSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runtimeDirectory } from '../paths/runtime-directory.ts';
import { openScratchFile } from './scratch-file.ts';

describe.skipIf(process.platform === 'win32')('openScratchFile', () => {
  const write = (descriptor: number, text: string): void => {
    execFileSync('printf', ['%s', text], { stdio: ['ignore', descriptor, 'ignore'] });
  };

  it('reads what another process wrote since it was read last', () => {
    using scratch = openScratchFile(1024);
    if (scratch === null) throw new Error('There is no room for a scratch file');
    expect(scratch.readOn(1_000)).toHaveLength(0);
    write(scratch.descriptor, 'one');
    write(scratch.descriptor, 'two');
    expect([scratch.readOn(1_000).toString(), scratch.size]).toEqual(['onetwo', 6]);
    write(scratch.descriptor, 'three');
    expect([scratch.readOn(2).toString(), scratch.size]).toEqual(['th', 11]);
    expect([scratch.readOn(1_000).toString(), scratch.size]).toEqual(['ree', 11]);
    expect(scratch.readOn(1_000)).toHaveLength(0);
  });

  it('leaves no name behind, and nothing for others to read', () => {
    using scratch = openScratchFile(1024);
    const { nlink, mode } = fstatSync(scratch?.descriptor ?? -1);
    expect([nlink, mode & 0o777]).toEqual([0, 0o600]);
    const own = `scratch-${process.pid}-`;
    expect(readdirSync(runtimeDirectory() ?? '').filter((name) => name.startsWith(own))).toEqual([]);
  });

  it('is none where there is no room', () => {
    expect(openScratchFile(2 ** 60)).toBeNull();
  });
});
