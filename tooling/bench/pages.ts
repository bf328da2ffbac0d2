import { equal } from 'node:assert/strict';
import { closeSync, openSync, readSync, utimesSync } from 'node:fs';
import { makeLines } from './inputs.ts';
import type { PipeClient } from './pipe-client.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startBare, startDragoman } from './servers.ts';
import { timed } from './timed.ts';

const MB = 1024 * 1024;
const PAGE_BYTES = 64 * 1024;

interface Page {
  readonly content: string;
  readonly continuation: string | null;
}

type Limits = Readonly<Record<string, unknown>>;

const MINIMAL: Limits = { max_bytes: PAGE_BYTES, metadata_level: 'minimal' };
// More tokens than a page has: they are counted, but the limit on bytes ends the page.
const STANDARD: Limits = { max_bytes: PAGE_BYTES, max_tokens: PAGE_BYTES };

const file = (scope: Scope): string => makeLines(scope, 'large', 100 * MB);
const budgeted = (scope: Scope): Promise<PipeClient> => startDragoman(scope, ['--dialect', 'budgeted']);

async function readPage(server: PipeClient, args: Limits): Promise<Page> {
  return JSON.parse(await callTool(server, 'read_code', { file_path: 'large', ...args })) as Page;
}

interface PagePlace {
  /** Of the call that reads the page. */
  readonly args: Limits;
  /** The byte at which it begins, in a file of ASCII. */
  readonly offset: number;
}

/** Goes to page number `page`, 1-based. */
async function placeOfPage(server: PipeClient, limits: Limits, page: number): Promise<PagePlace> {
  let place: PagePlace = { args: limits, offset: 0 };
  for (let at = 1; at < page; at++) {
    const { content, continuation } = await readPage(server, place.args);
    place = { args: { ...limits, continuation }, offset: place.offset + content.length };
  }
  return place;
}

async function firstPage(scope: Scope): Promise<Sampler> {
  const server = await budgeted(scope);
  const path = file(scope);
  let seconds = 0;
  return async () => {
    // With another time it is a changed file, of which the server remembers nothing.
    seconds++;
    utimesSync(path, seconds, seconds);
    return timed(() => callTool(server, 'read_code', { file_path: 'large', ...MINIMAL }))();
  };
}

async function laterPage(scope: Scope, limits: Limits, page: number): Promise<Sampler> {
  const server = await budgeted(scope);
  const path = file(scope);
  const { args, offset } = await placeOfPage(server, limits, page);
  const { content } = await readPage(server, args);
  equal(content, textAt(path, offset, content.length));
  return timed(() => callTool(server, 'read_code', { file_path: 'large', ...args }), 20);
}

function bareHash(scope: Scope): Sampler {
  const server = startBare(scope);
  const path = file(scope);
  return timed(() => server.request('hash', { path }));
}

function barePage(scope: Scope): Sampler {
  const server = startBare(scope);
  file(scope);
  const path = makeLines(scope, 'page', PAGE_BYTES);
  return timed(() => server.request('sendTwice', { path }), 20);
}

function textAt(path: string, offset: number, length: number): string {
  const bytes = Buffer.alloc(length);
  const fd = openSync(path, 'r');
  readSync(fd, bytes, 0, length, offset);
  closeSync(fd);
  return bytes.toString();
}

/** Rejects unless the first pages, joined, are the beginning of the file. */
async function sameAsFile(scope: Scope): Promise<void> {
  await using server = await budgeted({ ...scope, use: (resource) => resource });
  const text = textAt(file(scope), 0, 4 * PAGE_BYTES);
  let joined = '';
  for (let args: Limits = STANDARD; joined.length < 3 * PAGE_BYTES; ) {
    const { content, continuation } = await readPage(server, args);
    joined += content;
    args = { ...STANDARD, continuation };
  }
  equal(joined, text.slice(0, joined.length));
}

export const pages: readonly Scenario[] = [
  {
    name: 'read_code: page 1 of 64 KB of 100 MB, first time',
    against: 'one sha256 of the file',
    reference: bareHash,
    subject: firstPage,
    agree: sameAsFile,
    target: 1.25,
    unit: 'ms',
    rounds: 11,
  },
  againstPage3(1000, 'page 1,000'),
  againstPage3(1440, 'page 1,440, at 90 MB'),
  ...[1, 100, 1000].flatMap((page): readonly Scenario[] => [
    againstBare(page, { level: 'minimal', limits: MINIMAL, target: 4 }),
    againstBare(page, { level: 'standard, tokens counted', limits: STANDARD, target: 10 }),
  ]),
];

/** Pages far into a file cost no more than those near its start. */
function againstPage3(page: number, place: string): Scenario {
  return {
    name: `read_code: ${place}`,
    against: 'page 3',
    reference: (scope) => laterPage(scope, MINIMAL, 3),
    subject: (scope) => laterPage(scope, MINIMAL, page),
    target: 1.1,
    unit: 'ms',
    rounds: 31,
    isLong: page > 1000,
  };
}

interface Style {
  readonly level: string;
  readonly limits: Limits;
  readonly target: number;
}

function againstBare(page: number, { level, limits, target }: Style): Scenario {
  return {
    name: `read_code: page ${page.toLocaleString('en')}, ${level}`,
    against: 'a bare server that sends as much',
    reference: barePage,
    subject: (scope) => laterPage(scope, limits, page),
    target,
    unit: 'ms',
    rounds: 31,
  };
}
