import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { livingProcesses, PATIENCE } from '@dragoman/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Launch, type LaunchedProgram, launch } from '../src/lib/ripgrep/launcher.ts';

let directory: string;
let messages: string;
let outputs = 0;

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "it's a launcher-")));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Launches at once: the first try in a while returns null. */
function launched(program: string, args: readonly string[]): LaunchedProgram & { readonly output: string } {
  messages = '';
  outputs += 1;
  const output = join(directory, `output ${outputs}`);
  const onMessage = (chunk: Buffer): void => {
    messages += chunk.toString();
  };
  const what: Launch = { program, args, directory, output, onMessage };
  const run = launch(what) ?? launch(what);
  if (run === null) throw new Error('There is no launcher');
  return { ...run, output };
}

describe.runIf(process.platform === 'linux')('launch', () => {
  it('hands over every argument as it is', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom("'", '"', '\\', '\n', '$', '`', ';', '&', '(', ' ', '*', '#', 'é') }),
    );
    const words = fc.array(word.map((text) => text.replaceAll('\0', '').toWellFormed()));
    await fc.assert(
      fc.asyncProperty(words, async (args) => {
        const { ended, output } = launched('/usr/bin/printf', ['%s\\0', '', ...args]);
        expect(await ended).toBe(0);
        expect(readFileSync(output, 'utf8').split('\0').slice(1, -1)).toEqual(args);
      }),
    );
  });

  it('starts in the directory, with no environment variables but those that a shell sets', async () => {
    const { ended, output } = launched('/bin/sh', ['-c', 'pwd -P; echo "$HOME|$PATH|$RIPGREP_CONFIG_PATH"; cat']);
    await ended;
    const [place, variables] = readFileSync(output, 'utf8').split('\n');
    expect(place).toBe(directory);
    expect(variables).toMatch(/^\|[^|]*\|$/);
  });

  it('reports how the program ended and what it wrote to stderr, however much that is', async () => {
    expect(await launched('/bin/sh', ['-c', 'exit 7']).ended).toBe(7);
    expect(messages).toBe('');
    expect(await launched('/bin/sh', ['-c', 'seq 20000 >&2; exit 1']).ended).toBe(1);
    expect(messages.split('\n')).toHaveLength(20_001);
    expect(await launched('/bin/sh', ['-c', 'kill -9 $$']).ended).toBe(128 + 9);
    expect(await launched(join(directory, 'no such program'), []).ended).toBe(127);
  });

  it('runs several at once', async () => {
    const runs = Array.from({ length: 4 }, (_, code) => launched('/bin/sh', ['-c', `exit ${code}`]));
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 1, 2, 3]);
  });

  it('kills the program, and leaves no zombie', async () => {
    const { ended, kill, output } = launched('/bin/sh', ['-c', "trap '' TERM; echo $$; exec sleep 4242"]);
    const pid = await vi.waitFor(() => {
      const text = readFileSync(output, 'utf8');
      if (!text.endsWith('\n')) throw new Error('It has not begun');
      return Number(text);
    }, PATIENCE);
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    kill();
    await ended;
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    kill();
    expect(await launched('/bin/true', []).ended).toBe(0);
  });

  it('kills a program that has not started yet', async () => {
    const mark = `sleep-${process.pid}-${Date.now()}`;
    for (let round = 0; round < 20; round++) {
      const { ended, kill } = launched('/bin/sh', ['-c', 'exec sleep 4242', mark]);
      for (let turns = round % 4; turns > 0; turns--) await new Promise(setImmediate);
      kill();
      await ended;
      expect(livingProcesses(mark)).toEqual([]);
    }
  });

  it('does not kill the program that runs after the one to be killed', async () => {
    const first = launched('/bin/true', []);
    await first.ended;
    const second = launched('/bin/sh', ['-c', 'seq 10000 >&2; exit 3']);
    first.kill();
    expect(await second.ended).toBe(3);
  });
});
