import type { Failure } from '@dragoman/fs-core';
import type { ListBelowOutcome } from '@dragoman/outcomes';
import type { ListFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { printableName } from '../shared/printable.ts';
import { besides } from '../shared/text-limit.ts';
import { otherFailure, systemReason } from './failure.ts';

/**
 * Result of `list_dir`: entries indented by their level, each directory's right after it.
 * @example listedBelow(outcome, { limit: { bytes: 20_000 } }, { offset: 1 })
 */
export function listedBelow(
  outcome: ListBelowOutcome,
  { limit }: Reader,
  { offset }: { readonly offset: number },
): FormattedResult<ListFacts> {
  const { path, realPath, entries, more } = outcome;
  const head = `Absolute path: ${printableName(path)}`;
  const notesAfter = (count: number) => [
    ...(count > 0 && count < entries.length ? [`[Use offset=${offset + count} to continue.]`] : []),
    ...(more || count < entries.length ? [`More than ${count} entries found`] : []),
  ];
  const lines = entries.map(({ name, kind, level }) => `${'  '.repeat(level)}${printableName(name)}${MARKS[kind]}`);
  const shown = notedLines(lines, { limit: besides(limit, `${head}\n`), notesAfter });
  return {
    content: [text(shown.text === '' ? head : `${head}\n${shown.text}`)],
    outcome: { kind: 'list', path, realPath, entries: shown.count, gitIgnored: 0 },
  };
}

const MARKS = { file: '', directory: '/', link: '@', other: '?' } as const;

/** Explains a failure of `list_dir`. @example listDirFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function listDirFailed(failure: Failure): string {
  const reason = systemReason(failure);
  if (reason !== null) return `failed to read directory: ${reason}`;
  if (failure.code === 'UNSUPPORTED_FILE') return 'failed to read directory: Not a directory (os error 20)';
  if (failure.code === 'INVALID_RANGE') return 'offset exceeds directory entry count';
  return (failure.code === 'INVALID_ARGUMENT' && PROBLEMS[failure.problem]) || otherFailure(failure);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  offset: 'offset must be a 1-indexed entry number',
  limit: 'limit must be greater than zero',
  depth: 'depth must be greater than zero',
  relative: 'dir_path must be an absolute path',
};
