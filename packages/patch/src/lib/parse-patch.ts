import { isEndOfFile, parseHunks } from './parse-hunks.ts';
import type { Patch, Section } from './patch.ts';
import { PatchError } from './patch-error.ts';
import { isEnd, numberOf, type PatchLines, patchLines } from './patch-lines.ts';
import { atOnce, STRIDE, type Steps } from './steps.ts';

/**
 * Reads a patch in the language of Codex's `apply_patch`; lines may end in LF or CRLF.
 * @throws PatchError
 * @example parsePatch(patchText).sections.map(({ path }) => path)
 */
export function parsePatch(text: string): Patch {
  return atOnce(parsePatchInSteps(text));
}

/**
 * Parses like `parsePatch`, in small steps.
 * @throws PatchError
 * @example for (const _ of parsePatchInSteps(patchText)) await setImmediate()
 */
export function* parsePatchInSteps(text: string): Steps<Patch> {
  const lines = patchLines(text);
  const sections: Section[] = [];
  for (let line = lines.texts[lines.at]; line !== undefined; line = lines.texts[lines.at]) {
    sections.push(yield* parseSection(lines, line));
    yield;
  }
  return { sections };
}

const MOVE = '*** Move to: ';

function* parseSection(lines: PatchLines, first: string): Steps<Section> {
  const line = numberOf(lines);
  const header = headerOf(first);
  if (header === null) throw notSection(line, first);
  const { change, path } = header;
  lines.at += 1;
  if (change === 'add') return { change, path, lines: yield* addedLines(lines) };
  if (change === 'delete') return { change, path };
  const moveTo = destination(lines);
  const isEmpty = moveTo === undefined && isEndOfFile(lines.texts[lines.at] ?? '');
  const hunks = isEmpty ? [] : yield* parseHunks(lines, (text) => headerOf(text) !== null);
  if (moveTo === undefined && hunks.length === 0) throw new PatchError({ problem: 'empty-update', line, path });
  return { change, path, ...(moveTo !== undefined && { moveTo }), hunks };
}

function notSection(line: number, text: string): PatchError {
  return new PatchError(isEnd(text) ? { problem: 'last-line' } : { problem: 'header', line, text: text.trim() });
}

const HEADERS = [
  ['add', '*** Add File: '],
  ['delete', '*** Delete File: '],
  ['update', '*** Update File: '],
] as const;

function headerOf(line: string): { change: Section['change']; path: string } | null {
  const text = line.trim();
  for (const [change, header] of HEADERS) {
    if (text.startsWith(header)) return { change, path: text.slice(header.length).trimStart() };
  }
  return null;
}

function* addedLines(lines: PatchLines): Steps<string[]> {
  const added: string[] = [];
  for (let line = lines.texts[lines.at]; line?.startsWith('+'); line = lines.texts[lines.at]) {
    added.push(line.slice(1));
    lines.at += 1;
    if (added.length % STRIDE === 0) yield;
  }
  return added;
}

function destination(lines: PatchLines): string | undefined {
  // With a blank before it, it is a line that is kept.
  const line = lines.texts[lines.at]?.trimEnd();
  if (!line?.startsWith(MOVE)) return undefined;
  lines.at += 1;
  return line.slice(MOVE.length).trimStart();
}
