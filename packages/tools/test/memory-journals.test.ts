import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { createSession, writeFile } from '../src/index.ts';

const CALL = { requireRead: false, maxResponseSize: 1e6 };
const modeOf = (path: string) => statSync(path).mode & 0o777;

it.skipIf(process.platform === 'win32')('makes what comes back in a memory for the user alone', async () => {
  await using tree = await openTree({ work: null });
  const memoryDir = tree.path('memory');
  await using session = createSession({
    workdir: tree.path('work'),
    builtinDeny: false,
    memoryDir,
    journal: { dir: tree.path('journal') },
  });
  const { journal, memory } = session;
  if (journal === null || memory === null) throw new Error('There are both');
  const [note, source] = [tree.path('memory/notes/today/note'), tree.path('work/src/lib/source')];
  await writeFile(memory, { path: note, content: 'remember' }, CALL);
  await writeFile(session, { path: source, content: 'code' }, CALL);
  const ids = (await journal.operations()).map(({ id }) => id);
  expect(await journal.undo(ids)).toMatchObject({ kind: 'undone' });
  expect([existsSync(tree.path('memory/notes')), existsSync(tree.path('work/src'))]).toEqual([false, false]);
  expect(await journal.redo(ids)).toMatchObject({ kind: 'redone' });
  expect(readFileSync(note, 'utf8')).toBe('remember');
  const made = ['memory/notes', 'memory/notes/today', 'memory/notes/today/note'].map((name) => tree.path(name));
  expect(made.map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  expect(['work/src', 'work/src/lib'].map((name) => modeOf(tree.path(name)))).toEqual([0o755, 0o755]);
  // Of a file that a call removes, with its directories by hand, the parents are made again by undo.
  await session.remove(source, CALL);
  await memory.remove(note, CALL);
  rmSync(tree.path('memory/notes'), { recursive: true });
  rmSync(tree.path('work/src'), { recursive: true });
  const [last, removed] = await journal.operations();
  expect(await journal.undo([last?.id ?? '', removed?.id ?? ''])).toMatchObject({ kind: 'undone' });
  expect(made.map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  expect(['work/src', 'work/src/lib'].map((name) => modeOf(tree.path(name)))).toEqual([0o755, 0o755]);
});
