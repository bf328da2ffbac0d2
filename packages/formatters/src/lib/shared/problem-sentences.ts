import type { FailureOf, PathObjection, ProblemOf, Problems } from '@dragoman/fs-core/internal/kernel';
import { argumentIssues } from './argument-issues.ts';

type Problem<Row, Name extends keyof Row> = { [N in Name]: Readonly<{ problem: N } & Row[N]> }[Name];

type SentencesOf<Row> = { readonly [Name in keyof Row]: (failure: Problem<Row, Name>) => string };

/** The sentence for the problem that a failure has. */
export function sentenceIn<Row, Name extends keyof Row>(
  sentences: SentencesOf<Row>,
  failure: Problem<Row, Name>,
): string {
  const { problem }: { problem: Name } = failure;
  return sentences[problem](failure);
}

/** The sentences for codes that stand for several problems. */
export const PROBLEM_SENTENCES: { readonly [Code in keyof Problems]: SentencesOf<Problems[Code]> } = {
  INVALID_ARGUMENT: {
    arguments: ({ issues, more }) => argumentIssues(issues, more),
    tool: ({ tool }) => (tool === undefined ? 'The name of a tool must be a string' : `No tool is named "${tool}"`),
    option: ({ option }) => `Option "${option}" is not valid`,
    'many-edits': ({ path, edits }) =>
      `${edits} edits of "${path}" at once take too long: make them in several calls, or write the file as a whole`,
    path: ({ path, objection }) => `Path "${path}" ${OBJECTIONS[objection]}`,
    name: systemSentence,
    relative: ({ path }) => `Path is not absolute: "${path}"`,
    'no-path': () => 'The path is empty',
    placeholder: ({ argument }) => `Argument "${argument}" has a placeholder for what is left out`,
    'equal-texts': () => 'The old and the new text are equal: there is nothing to change',
    'empty-old-text': ({ path }) => `Cannot edit "${path}": the old text is empty`,
    'range-of-directory': ({ path }) => `Cannot show lines of "${path}": it is a directory`,
    'tree-itself': ({ path }) => `Cannot remove or move "${path}": the tools work in it`,
    exists: ({ path }) => `Cannot create "${path}": the file exists already`,
    notebook: ({ path }) => `Cannot edit "${path}": it is a notebook, whose cells are edited one by one`,
    'into-itself': ({ path, to }) => `Cannot move "${path}" to "${to}": a directory cannot lie in itself`,
    twice: ({ path }) =>
      `Cannot change "${path}" together with the rest: another change names it, or something that contains it`,
    apart: ({ path, other }) => `Cannot change "${path}" together with "${other}": they lie in different volumes`,
    'one-by-one': ({ path }) =>
      `Cannot change "${path}" together with other files: its volume changes one at a time. Change each with a call of its own`,
    ignored: ({ path, ignoreFile, unusable }) =>
      unusable === undefined
        ? `Cannot read "${path}": ${ignoreFile} excludes it`
        : `Cannot open "${path}": ${unobeyed(unusable)}`,
    patch: ({ line }) => `The patch cannot be read${line === undefined ? '' : `: see its line ${line}`}`,
    empty: () => 'Find files: the pattern is empty',
    'absolute-pattern': () => 'Find files: the pattern is absolute',
    'ascending-pattern': () => 'Find files: the pattern leads out of the directory',
    offset: () => 'Argument "offset" is less than 0',
    limit: () => 'Argument "limit" is less than 1',
    'both-ends': () => 'Either the first or the last lines of a file can be read',
    depth: () => 'Argument "depth" is less than 1',
    pages: () => 'pages must be a page or a range of pages, such as "3" or "1-5"',
    cell: ({ path, cell }) =>
      cell === undefined
        ? `Cannot edit "${path}": no cell is named`
        : `Cannot edit "${path}": no cell has the id "${cell}"`,
    'cell-attachments': ({ path }) => `Cannot edit "${path}": a code cell cannot hold the attachments of this cell`,
    'cell-type': () => 'Insert cell: its type is missing',
    'notebook-name': ({ path }) => `Not a notebook: "${path}" does not end in .ipynb`,
    'many-pages': ({ pages, totalPages }) =>
      pages === undefined ? `${totalPages} pages are too many to read at once` : `"${pages}" are more than 20 pages`,
    'no-room': ({ bytes }) =>
      bytes === undefined
        ? 'Not one character of what follows fits'
        : `The next entry has ${bytes} bytes and does not fit`,
    continuation: () => 'Continuation is damaged, or comes from another call than this one',
    'continuation-range': ({ startLine, endLine }) =>
      `The continuation goes on in lines ${startLine} to ${endLine ?? 'the last'}: name these, or none`,
    'chunk-order': ({ id, index, expectedIndex }) =>
      `Chunk ${index} of "${id}" is out of order: chunk ${expectedIndex} comes next`,
    'chunk-target': ({ id }) => `Chunks of "${id}" must all name the same file and lines`,
    'file-type': ({ type, candidates }) => `There is no file type "${type}"${orRather(candidates)}`,
    encoding: ({ encoding }) => `There is no encoding "${encoding}"`,
    label: ({ of, reason }) => `There is no such ${of}: ${reason}`,
    'empty-command': () => 'Run command: it is empty',
    terminal: () => 'Run commands: there is no terminal for them',
    'nul-in-command': () => 'Run command: it contains a NUL character',
    'long-command': ({ size, limit }) => `Run command: ${size} bytes long, at most ${limit} can be`,
  },
  INVALID_RANGE: {
    lines: invalidLines,
    'past-page': ({ path, page, totalPages, unit = 'page' }) =>
      `Cannot read from ${unit} ${page} of "${path}": it has ${totalPages} ${unit}s`,
    'past-entry': ({ path, entry, totalEntries }) =>
      `Cannot list from entry ${entry} of "${path}": it has ${totalEntries} entries`,
    'past-cell': ({ path, cell, totalCells }) =>
      `Cannot read from cell ${cell} of "${path}": it has ${totalCells} cells`,
    pages: () => 'pages must begin at 1 or later and not end before they begin',
  },
  CONFLICT: {
    changed: ({ path }) => `Cannot write "${path}": it changed meanwhile`,
    shrunk: ({ path, action }) => `Cannot ${action} "${path}": it became shorter meanwhile`,
    directory: ({ path }) => `Cannot write "${path}": its directory keeps changing`,
    unstable: ({ path }) => `Cannot read ${path === undefined ? 'file' : `"${path}"`}: it keeps changing meanwhile`,
    locked: ({ path, holder }) =>
      typeof holder === 'object' && holder !== null
        ? `Cannot write "${path}": ${holder.machine} has been writing it since ${holder.since}`
        : `Cannot write "${path}": process ${holder ?? 'unknown'} is writing it`,
    unapproved: ({ path }) => `${path} changed while the call waited for approval. Nothing was done`,
    preconditions: ({ path }) => `Cannot write "${path}": it is not what was expected`,
  },
  COMMAND_REJECTED: {
    'shell-off': () => 'Run commands: the shell is off in this session',
    'no-shell': () => 'Run commands: neither bash nor sh is installed',
    'no-git-bash': () => 'Run commands: the bash of Git for Windows is not installed',
    'input-closed': () => 'Write to command: its input is closed',
    sandbox: ({ reason }) => `Sandboxed commands cannot be confined here: ${reason}`,
    directory: ({ directory }) => `Run command: no directory "${directory}"`,
    absolute: () => 'Command rejected: Absolute directory',
    substitution: () => 'Command rejected: Command substitution',
    empty: () => 'Command rejected: Empty command',
  },
  TIMEOUT: {
    call: ({ timeoutMs }) => `Call ended after ${timeoutMs} ms`,
    command: ({ timeoutMs }) => `Command ended after ${timeoutMs} ms`,
    pdf: () => 'Cannot read PDF: it takes too long',
  },
  IO_ERROR: {
    descriptors: () => 'Cannot go on: too many open files in this process',
    processes: () => 'Cannot go on: no further process can be started',
    unsearchable: ({ path }) => `Cannot search "${path}": ripgrep cannot read it`,
    'too-deep': ({ path }) => `Cannot list "${path}": too deep`,
    'ripgrep-missing': () => 'Cannot search: ripgrep is not installed for this platform',
    'ripgrep-version': ({ path }) => `Cannot run ripgrep: "${path}" does not tell its version`,
    'ripgrep-start': ({ reason }) => `Cannot run ripgrep: ${reason}`,
    'ripgrep-end': ({ path, status, said }) =>
      `Cannot run ripgrep: "${path}" ${endOf(status)}${said === undefined ? '' : `: ${said}`}`,
    'command-start': ({ reason }) => `Start command: ${reason}`,
    'store-unreachable': ({ reason, outcome }) => `The store cannot be reached: ${reason}${unlessKnown(outcome)}`,
    'store-slow': ({ outcome }) => `The store asks to slow down${unlessKnown(outcome)}`,
    'store-answer': ({ reason, outcome }) => `The store answered ${reason}${unlessKnown(outcome)}`,
    'too-many-objects': ({ path, limit }) => `More than ${limit} objects under "${path}": look in a narrower directory`,
    fault: ({ id }) => `Unexpected error (id ${id})`,
  },
};

/** Explains why everything beside and below an ignore file is hidden. */
export function unobeyed(ignoreFile: string): string {
  return `${ignoreFile} cannot be read as ignore patterns (a link, over 256 KB or over 2,000 patterns), so all that it could be about is hidden`;
}

/** Ends a sentence where a write may have been carried out although its answer was lost. */
function unlessKnown(outcome: 'unknown' | undefined): string {
  return outcome === undefined ? '' : '. Whether the write was carried out is not known: read before you try again';
}

/** Explains a refusal of the operating system. */
export function systemSentence({
  path,
  errno = 'error',
  action = 'use',
}: Omit<FailureOf<'READ_ONLY'>, 'code'>): string {
  return `Cannot ${action} "${path}": ${SYSTEM_WORDS[errno] ?? errno}`;
}

const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  EEXIST: 'something else has that name',
  ELOOP: 'too many levels of symbolic links',
  ENOTEMPTY: 'directory not empty',
  ENAMETOOLONG: 'name too long for the file system',
  EINVAL: 'name not valid on this file system',
  EMFILE: 'too many open files in this process',
  ENFILE: 'too many open files on this system',
  ESTALE: 'the server has lost the file',
  EIO: 'input/output error of the device',
  EBUSY: 'resource busy, or mounted by itself so that it cannot be replaced',
  ETXTBSY: 'file is being executed',
};

const OBJECTIONS: Readonly<Record<PathObjection, string>> = {
  nul: 'contains a NUL byte',
  'ill-formed': 'is not well-formed text',
  relative: 'is not absolute',
  'too-long': 'is longer than the system allows',
  'too-deep': 'needs too many new directories inside each other',
  device: 'names a device',
  'network-share': 'is on a network share',
  'drive-relative': 'is relative to the current directory of a drive',
  'no-drive': 'names no drive',
  'alternate-stream': 'names an alternate stream',
  'bad-character': 'contains a character that no name may have',
  'bad-end': 'has a name that ends in a dot or a space',
  'reserved-name': 'has the reserved name of a device',
  'short-name': 'has a short (8.3) name',
};

function orRather(candidates: readonly string[]): string {
  return candidates.length > 0 ? `; did you mean ${candidates.map((name) => `"${name}"`).join(', ')}?` : '';
}

function endOf(status: number | string | null): string {
  return typeof status === 'number' ? `ended with status ${status}` : `was ended by ${status ?? 'a signal'}`;
}

function invalidLines(failure: ProblemOf<'INVALID_RANGE', 'lines'>): string {
  const { path, action, startLine, endLine, totalLines } = failure;
  if (action === 'insert') return `Cannot insert after line ${startLine} of "${path}": it has ${totalLines} lines`;
  if (action === 'replace') return `Replace lines ${startLine} to ${endLine}: the file has ${totalLines}`;
  const lines = endLine === undefined ? `from line ${startLine}` : `lines ${startLine} to ${endLine}`;
  return `Cannot read ${lines} of "${path}"${totalLines === undefined ? '' : `: it has ${totalLines} lines`}`;
}
