import type { Failure, ReadFileOutcome, TextOutcome } from '@dragoman/tools';
import { type ContentBlock, resource, text } from '../content.ts';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { failureSentence } from '../shared/failure-sentence.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { textFacts } from '../shared/text-facts.ts';
import { type Arguments, invalid, schemaIssue } from './parameters.ts';

/** What `read_file` shows: the exact text, or an image or PDF as it is. */
export function readContent(outcome: ReadFileOutcome, limits: RenderLimits): Rendered {
  switch (outcome.kind) {
    case 'text':
      return readText(outcome, limits);
    case 'image': {
      const { data, ...facts } = outcome;
      return { content: media(outcome), outcome: facts };
    }
    default:
      throw new TypeError(`read_file never gives a ${outcome.kind} outcome`);
  }
}

function media({ mimeType, data, size, realPath }: Extract<ReadFileOutcome, { kind: 'image' }>): ContentBlock[] {
  return mimeType === 'application/pdf' ? [resource(realPath, mimeType, data)] : imageBlocks({ mimeType, data, size });
}

const CUT = '... [truncated]';
const CUT_HEADER = '[File content partially truncated: some lines exceeded maximum length of 2000 characters.]\n';

function readText(outcome: TextOutcome, { maxBytes }: RenderLimits): Rendered {
  const { startLine, lines, more, totalLines } = outcome;
  const isCut = lines.some(({ fullLength }) => fullLength !== null);
  const all = lines.map(({ text, ending, fullLength }) => (fullLength === null ? text : text + CUT) + ending);
  const remainAfter = (count: number) => more || count < all.length;
  const headerOf = (count: number) =>
    remainAfter(count) ? rangeHeader(startLine, startLine + count - 1, totalLines) : isCut ? CUT_HEADER : '';
  // Where lines are left out, so is the newline before them.
  const count = countFitting(all, maxBytes, (shown) => headerOf(shown).length - (remainAfter(shown) ? 1 : 0));
  const body = all.slice(0, count).join('');
  const shown = remainAfter(count) ? body.replace(/\n$/, '') : body;
  return { content: [text(headerOf(count) + shown)], outcome: textFacts(outcome, startLine + count - 1) };
}

/** How many of the first lines fit, at least one. @param besides bytes shown besides `count` lines */
function countFitting(lines: readonly string[], maxBytes: number, besides: (count: number) => number): number {
  const sizes = lines.map((line) => Buffer.byteLength(line));
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  let count = lines.length;
  for (; count > 1 && bytes + besides(count) > maxBytes; count--) bytes -= sizes[count - 1] ?? 0;
  return count;
}

function rangeHeader(startLine: number, endLine: number, totalLines: number | null): string {
  return `[File content truncated: showing lines ${startLine}-${endLine} of ${totalLines} total lines. Use offset/limit parameters to view more.]\n`;
}

/** How `read_file` explains a failure. */
export function readFileFailed(failure: Failure, args: Arguments, root: string): string {
  const schema = schemaIssue(failure);
  if (schema !== null) return schema;
  const { code, details } = failure;
  const path = String(args.absolute_path);
  switch (code) {
    case 'NOT_FOUND':
      return `File not found: ${path}`;
    case 'IS_DIRECTORY':
      return `Path is a directory, not a file: ${path}`;
    case 'ACCESS_DENIED':
      return invalid(`File path must be within the root directory (${root}): ${path}`);
    case 'UNSUPPORTED_FILE':
      return `Cannot display content of binary file: ${relativeTo(root, path)}`;
    case 'INVALID_ARGUMENT':
      return invalid(problem(details.problem, path) ?? failureSentence(failure));
    default:
      return `Error reading file ${relativeTo(root, path)}: ${failureSentence(failure)}`;
  }
}

function problem(kind: unknown, path: string): string | null {
  switch (kind) {
    case 'relative':
      return `File path must be absolute, but was relative: ${path}. You must provide an absolute path.`;
    case 'offset':
      return 'Offset must be a non-negative number';
    case 'limit':
      return 'Limit must be a positive number';
    case 'ignored':
      return `File path '${path}' is ignored by .geminiignore pattern(s).`;
    default:
      return null;
  }
}

/** The path relative to the root; both are absolute. */
function relativeTo(root: string, path: string): string {
  const above = namesOf(root);
  const names = namesOf(path);
  const differing = above.findIndex((name, index) => names[index] !== name);
  const common = differing < 0 ? above.length : differing;
  return [...above.slice(common).map(() => '..'), ...names.slice(common)].join('/');
}

function namesOf(path: string): string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}
