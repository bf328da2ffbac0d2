import type { Failure } from '@dragoman/fs-core';
import type {
  InsertLinesOutcome,
  MoveEntryOutcome,
  RemoveEntryOutcome,
  ReplaceTextOutcome,
  SizedTreeOutcome,
  ViewedLines,
  WriteFileOutcome,
} from '@dragoman/outcomes';
import type { Facts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText, restNote } from '../shared/bounded-text.ts';
import { editFacts } from '../shared/edit-facts.ts';
import { printableName } from '../shared/printable.ts';
import type { TextLimit } from '../shared/text-limit.ts';
import { writeFileFacts } from '../shared/write-notes.ts';
import { insertedFacts, linesUpTo } from './edit.ts';
import { ambiguous, issuesIn, linesOf, notFound, otherFailure, rangeRefused } from './failure.ts';
import { numbered } from './numbered.ts';
import { viewedFacts } from './read.ts';

/** The outcome of a command of `memory`. Its paths are as the caller gave them. */
export type MemoryOutcome =
  | ViewedLines
  | SizedTreeOutcome
  | WriteFileOutcome
  | ReplaceTextOutcome
  | InsertLinesOutcome
  | RemoveEntryOutcome
  | MoveEntryOutcome;

/** Result of `memory`. @example remembered(outcome, { limit: { bytes: 20_000 } }) */
export function remembered(outcome: MemoryOutcome, { limit }: Reader): FormattedResult<Facts> {
  switch (outcome.kind) {
    case 'viewed':
      return viewedMemory(outcome, limit);
    case 'sized-tree':
      return listedMemory(outcome, limit);
    case 'write':
      return said(
        outcome,
        ['create', `File created successfully at: ${printableName(outcome.path)}`],
        writeFileFacts(outcome),
      );
    case 'edit':
      return said(outcome, ['edit', boundedText(editReport(outcome, limit), limit, LINES_NOTE)], editFacts(outcome));
    case 'inserted':
      return said(
        outcome,
        ['edit', `The file ${printableName(outcome.path)} has been edited.`],
        insertedFacts(outcome),
      );
    case 'removed': {
      const { dryRun, ...facts } = outcome;
      return said(outcome, ['delete', `Successfully deleted ${printableName(outcome.path)}`], {
        ...facts,
        ...(dryRun && { dryRun }),
      });
    }
    case 'move': {
      const { dryRun, ...facts } = outcome;
      const names = `${printableName(outcome.from)} to ${printableName(outcome.to)}`;
      const done = `Successfully renamed ${names}`;
      return said({ dryRun, path: names }, ['rename', done], { ...facts, ...(dryRun && { dryRun }) });
    }
  }
}

interface Change {
  readonly dryRun: boolean;
  readonly path: string;
}

type Words = readonly [verb: string, done: string];

function said({ dryRun, path }: Change, [verb, done]: Words, outcome: Facts): FormattedResult<Facts> {
  return { content: [text(dryRun ? `[Dry Run] Would ${verb} ${printableName(path)}` : done)], outcome };
}

const LINES_NOTE = restNote('Use view with view_range to see it.');

function viewedMemory(outcome: ViewedLines, limit: TextLimit): FormattedResult<Facts> {
  const { path, startLine, lines } = outcome;
  const shown = `Here's the content of ${printableName(path)} with line numbers:\n${numbered(lines, startLine, limit).join('\n')}`;
  const endLine = startLine + lines.length - 1;
  return { content: [text(boundedText(shown, limit, LINES_NOTE))], outcome: viewedFacts(outcome, endLine) };
}

function listedMemory({ path, realPath, size, entries }: SizedTreeOutcome, limit: TextLimit): FormattedResult<Facts> {
  const name = printableName(path);
  const below = path.endsWith('/') ? name : `${name}/`;
  const lines = entries.map(
    (entry) => `${shortSize(entry.size)}\t${below}${printableName(entry.path)}${entry.isDirectory ? '/' : ''}`,
  );
  const head = `Here're the files and directories up to 2 levels deep in ${name}, excluding hidden items and node_modules:`;
  const listing = [head, `${shortSize(size)}\t${name}`, ...lines].join('\n');
  return {
    content: [text(boundedText(listing, limit, restNote('Use view with the path of a directory in it.')))],
    outcome: { kind: 'directory', path, realPath, entries: entries.length },
  };
}

const UNITS = ['B', 'K', 'M', 'G'] as const;

/** Bytes as `34B`, `1.5K` or `3M`: one decimal unless whole. */
function shortSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${UNITS[power]}`;
}

const CONTEXT_LINES = 2;

function editReport(outcome: ReplaceTextOutcome, limit: TextLimit): string {
  const lastLine = outcome.firstLine + CONTEXT_LINES;
  const { lines, startLine } = linesUpTo(outcome, CONTEXT_LINES, { lastLine, limit });
  return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${numbered(lines, startLine, limit).join('\n')}`;
}

/**
 * Explains a failure of `memory`, whose paths are as the caller gave them.
 * @example memoryFailed({ code: 'NOT_FOUND', path: 'a.md' }, { command: 'view', path: '/memories' })
 */
export function memoryFailed(failure: Failure, args: Arguments): string {
  const { command } = args;
  const path = 'path' in failure && failure.path !== undefined ? failure.path : String(args.path);
  switch (failure.code) {
    case 'ACCESS_DENIED':
      return path === '/memories' || path.startsWith('/memories/')
        ? `Path ${path} would escape /memories directory`
        : `Path must start with /memories, got: ${path}`;
    case 'NOT_FOUND':
    case 'NOT_DIRECTORY':
      if (failure.code === 'NOT_DIRECTORY' && command === 'create') return otherFailure(failure);
      return command === 'delete' || command === 'rename'
        ? `The path ${path} does not exist`
        : `The path ${path} does not exist. Please provide a valid path.`;
    case 'IS_DIRECTORY':
      return command === 'create' ? `File ${path} already exists` : `The path ${path} is not a file.`;
    case 'INVALID_RANGE':
      return failure.problem === 'lines' ? rangeRefused(failure) : otherFailure(failure);
    case 'NO_MATCH':
      return notFound(args, path);
    case 'AMBIGUOUS_MATCH':
      return `${ambiguous(args)} in lines: ${linesOf(failure)}. Please ensure it is unique`;
    case 'INVALID_ARGUMENT':
      if (failure.problem === 'exists')
        return command === 'rename' ? `The destination ${path} already exists` : `File ${path} already exists`;
      if (failure.problem === 'tree-itself') return `Cannot ${command} the /memories directory itself`;
      return failure.problem === 'arguments' ? issuesIn(failure, args, 'memory') : otherFailure(failure);
    default:
      return otherFailure(failure);
  }
}
