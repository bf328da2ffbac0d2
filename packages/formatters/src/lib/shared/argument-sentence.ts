import type { FailureOf, PathObjection } from '@dragoman/tools';
import { argumentIssues } from './argument-issues.ts';
import { systemSentence } from './io-error-sentence.ts';

type InvalidArgument = FailureOf<'INVALID_ARGUMENT'>;

/** The sentence for an argument that cannot be used. */
export function argumentSentence(invalid: InvalidArgument): string {
  switch (invalid.problem) {
    case 'arguments':
      return argumentIssues(invalid.issues);
    case 'tool':
      return invalid.tool === undefined ? 'The name of a tool must be a string' : `No tool is named "${invalid.tool}"`;
    case 'option':
      return `Option "${invalid.option}" is not valid`;
    case 'path':
      return `Path "${invalid.path}" ${OBJECTIONS[invalid.objection]}`;
    case 'name':
      return systemSentence(invalid);
    case 'relative':
      return `Path is not absolute: "${invalid.path}"`;
    case 'no-path':
      return 'The path is empty';
    case 'equal-texts':
      return 'The old and the new text are equal: there is nothing to change';
    case 'empty-old-text':
      return `Cannot edit "${invalid.path}": the old text is empty`;
    case 'exists':
      return `Cannot create "${invalid.path}": the file exists already`;
    case 'into-itself':
      return `Cannot move "${invalid.path}" to "${invalid.to}": a directory cannot lie in itself`;
    case 'twice':
      return `Cannot change "${invalid.path}" together with the rest: another change names it, or something that contains it`;
    case 'ignored':
      return `Cannot read "${invalid.path}": ${invalid.ignoreFile} excludes it`;
    case 'empty':
      return 'Find files: the pattern is empty';
    case 'offset':
      return 'Argument "offset" is less than 0';
    case 'limit':
      return 'Argument "limit" is less than 1';
    case 'pages':
      return 'pages must be a page or a range of pages, such as "3" or "1-5"';
    default:
      return queryOrPageSentence(invalid);
  }
}

type QueryOrPage = Extract<
  InvalidArgument,
  {
    readonly problem:
      | 'no-room'
      | 'continuation'
      | 'continuation-range'
      | 'chunk-order'
      | 'chunk-target'
      | 'file-type'
      | 'encoding'
      | 'label'
      | 'empty-command'
      | 'nul-in-command'
      | 'long-command';
  }
>;

function queryOrPageSentence(invalid: QueryOrPage): string {
  switch (invalid.problem) {
    case 'no-room':
      return invalid.bytes === undefined
        ? `Not one character of what follows fits ${invalid.argument} ${invalid.limit}: raise it`
        : `The next entry has ${invalid.bytes} bytes and does not fit ${invalid.argument} ${invalid.limit}: raise it`;
    case 'continuation':
      return 'Continuation is damaged, or comes from another call than this one';
    case 'continuation-range':
      return `The continuation goes on in lines ${invalid.startLine} to ${invalid.endLine ?? 'the last'}: name these, or none`;
    case 'chunk-order':
      return `Chunk ${invalid.index} of "${invalid.id}" is out of order: chunk ${invalid.expectedIndex} comes next`;
    case 'chunk-target':
      return `Chunks of "${invalid.id}" must all name the same file and lines`;
    case 'file-type':
      return `There is no file type "${invalid.type}"${orRather(invalid.candidates)}`;
    case 'encoding':
      return `There is no encoding "${invalid.encoding}"`;
    case 'label':
      return `There is no such ${invalid.argument}: ${invalid.reason}`;
    case 'empty-command':
      return 'Run command: it is empty';
    case 'nul-in-command':
      return 'Run command: it contains a NUL character';
    case 'long-command':
      return `Run command: ${invalid.size} bytes long, at most ${invalid.limit} can be`;
  }
}

const OBJECTIONS: Readonly<Record<PathObjection, string>> = {
  nul: 'contains a NUL byte',
  'ill-formed': 'is not well-formed text',
  relative: 'is not absolute',
  'too-long': 'is longer than the system allows',
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
