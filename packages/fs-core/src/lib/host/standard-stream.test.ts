import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openStandardStream } from './standard-stream.ts';

// Those of this process belong to the reporter, so others stand for them.
const streamTo = (fd: number) => openStandardStream(fd as 1);

describe.skipIf(process.platform === 'win32')('openStandardStream', () => {
  it('writes text and bytes to the end, in order', async () => {
    await using tree = await openTree({ out: '' });
    const fd = openSync(tree.path('out'), 'w');
    const stream = streamTo(fd);
    stream.write('é\n');
    stream.write(Buffer.from([0xff, 0x0a]));
    stream.write('');
    closeSync(fd);
    expect(readFileSync(tree.path('out'))).toEqual(Buffer.concat([Buffer.from('é\n'), Buffer.from([0xff, 0x0a])]));
    expect(stream.fd).toBe(fd);
  });

  it.each([
    ['/dev/null', false],
    ['/dev/zero', true],
  ])('finds that %s may be a terminal: %s', (path, expected) => {
    const fd = openSync(path, 'w');
    expect(streamTo(fd).mayBeTerminal).toBe(expected);
    closeSync(fd);
  });

  it('finds that a file is no terminal', async () => {
    await using tree = await openTree({ out: '' });
    const fd = openSync(tree.path('out'), 'w');
    expect(streamTo(fd).mayBeTerminal).toBe(false);
    closeSync(fd);
  });

  it('says no more to a reader that has gone', async () => {
    await using tree = await openTree();
    execFileSync('mkfifo', [tree.path('pipe')]);
    const reader = openSync(tree.path('pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
    const fd = openSync(tree.path('pipe'), 'w');
    const stream = streamTo(fd);
    stream.write('read');
    closeSync(reader);
    stream.write('gone');
    closeSync(fd);
    // Nobody asks the system again.
    expect(() => stream.write('closed')).not.toThrow();
  });

  it('waits for a reader where another has made the pipe one that does not wait', async () => {
    await using tree = await openTree();
    execFileSync('mkfifo', [tree.path('pipe')]);
    const child = spawn('sh', ['-c', 'cat "$0" > "$1"', tree.path('pipe'), tree.path('out')]);
    const ended = once(child, 'close');
    const first = openSync(tree.path('pipe'), 'w');
    const fd = openSync(tree.path('pipe'), constants.O_WRONLY | constants.O_NONBLOCK);
    const text = 'line\n'.repeat(400_000);
    streamTo(fd).write(text);
    closeSync(fd);
    closeSync(first);
    await ended;
    expect(readFileSync(tree.path('out'), 'utf8') === text).toBe(true);
  });

  it('throws what else the system says', async () => {
    await using tree = await openTree({ out: '' });
    const fd = openSync(tree.path('out'), 'r');
    expect(() => streamTo(fd).write('x')).toThrow('EBADF');
    closeSync(fd);
  });
});
