import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createProgram, openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';

const COUNTER = `
import { Session } from 'node:inspector/promises'
import { readFileSync } from 'node:fs'
import { findSourceMap } from 'node:module'

process.setSourceMapsEnabled(true)
const { createToolset } = await import('./index.js')

const [workdir] = process.argv.slice(2)
const toolset = await createToolset({ dialect: 'codex', session: { workdir } })
const profiler = new Session()
profiler.connect()
await profiler.post('Profiler.enable')
await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const counts = {}
// The first loads what calls have in common.
for (const sections of ['*** Add File: first', UPDATES, ADDITIONS]) {
  await profiler.post('Profiler.takePreciseCoverage')
  const patch = ['*** Begin Patch', sections, '*** End Patch'].join('\\n')
  const { isError, content } = await toolset.call('apply_patch', { input: patch })
  if (isError) throw new Error(content[0].text)
  counts[sections] = callsOf((await profiler.post('Profiler.takePreciseCoverage')).result)
}
process.stdout.write(JSON.stringify([counts[UPDATES], counts[ADDITIONS]]))
await toolset.close()

function callsOf(scripts) {
  const calls = {}
  for (const { url, functions } of scripts) {
    const map = findSourceMap(url)
    if (map === undefined) continue
    const code = readFileSync(new URL(url), 'utf8')
    for (const { functionName, ranges: [{ startOffset, count }] } of functions) {
      // The module itself is a function, too.
      if (startOffset === 0) continue
      // An async function counts again whenever it goes on, which depends on time.
      if (/^(?:static )?async\\b/.test(code.slice(startOffset, startOffset + 20))) continue
      const lines = code.slice(0, startOffset).split('\\n')
      const { originalSource = '' } = map.findEntry(lines.length - 1, lines.at(-1).length)
      const [, file] = /\\/packages\\/([^/]+\\/src\\/.*)$/.exec(originalSource) ?? []
      if (file === undefined) continue
      const key = file.split('/').at(-1) + ' ' + functionName
      // Jobs that a busy machine makes wait for each other.
      if (/^pace.ts (?:goOn|wait|isUrgent|nextNumber)$/.test(key)) continue
      calls[key] = (calls[key] ?? 0) + count
    }
  }
  return calls
}
`;

const FILES = ['a', 'b', 'c', 'd', 'e'];
const UPDATES = FILES.map((name) => `*** Update File: ${name}.txt\n@@\n one\n-two\n+2`).join('\n');
const ADDITIONS = FILES.map((name) => `*** Add File: new-${name}.txt\n+one`).join('\n');

it('finds and judges each file of a patch once', async () => {
  await using tree = await openTree(Object.fromEntries(FILES.map((name) => [`${name}.txt`, 'one\ntwo\nthree\n'])));
  const source = `const UPDATES = ${JSON.stringify(UPDATES)}, ADDITIONS = ${JSON.stringify(ADDITIONS)}\n${COUNTER}`;
  using program = createProgram([join(import.meta.dirname, '../src/index.ts')], source);
  const { stdout } = program.start([tree.root]);
  const counts: unknown = JSON.parse(stdout === null ? '' : await text(stdout));
  // They lie in one directory, which is opened and searched for leftovers once.
  const once = { 'resolve-existing.ts reach': 5, 'stale-temp-files.ts sweepIfNeeded': 1 };
  expect(counts).toEqual([
    expect.objectContaining({ ...once, 'deny-matcher.ts firstDenying': 5, 'platform.ts pinOpened': 6 }),
    // The directory of a new file is judged, too.
    expect.objectContaining({ ...once, 'deny-matcher.ts firstDenying': 10 }),
  ]);
  const [updates = 0, additions = 0] = z.array(z.record(z.string(), z.number())).parse(counts).map(totalOf);
  // On a busy machine, leftovers are looked for more often.
  expect(updates).toBeLessThan(2150);
  expect(additions).toBeLessThan(1550);
});

function totalOf(calls: Readonly<Record<string, number>>): number {
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}
