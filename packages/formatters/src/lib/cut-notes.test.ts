import type {
  DifferingLines,
  GlobOutcome,
  GrepOutcome,
  LinesOutcome,
  NotebookOutcome,
  PdfOutcome,
  ReplaceTextOutcome,
  RunCommandOutcome,
} from '@dragoman/outcomes/internal/parts';
import { describe, expect, it } from 'vitest';
import * as budgeted from './budgeted/index.ts';
import * as claudeCode from './claude-code/index.ts';
import { readNotebook } from './claude-code/read-notebook.ts';
import * as editor from './editor/index.ts';
import type { ContentBlock } from './formatter.ts';
import * as gemini from './gemini/index.ts';
import { boundedText, REST_NOTE } from './shared/bounded-text.ts';
import { ranCommand } from './shared/command.ts';
import { readPdf } from './shared/read-pdf.ts';

const FILE = { path: 'f', realPath: '/w/f' };
const WRITTEN = {
  ...{ ...FILE, created: false, bytesWritten: 1, version: 'sha256:0' },
  ...{ brokeHardLink: false, notKept: [], synced: true, dryRun: false },
};

interface ShownResult {
  readonly content: readonly ContentBlock[];
}

/** The last line of what is shown within a limit. */
function lastLine({ content }: ShownResult): string | undefined {
  const block = content.at(-1);
  return block?.type === 'text' ? block.text.trimEnd().split('\n').at(-1) : undefined;
}

describe('the note after what was cut', () => {
  const long = Array.from({ length: 90 }, (_, index) => `line ${index} of many\n`).join('');
  const reader = { limit: { bytes: 200 } };

  it.each<[string, ShownResult, string]>([
    [
      'Edit',
      claudeCode.edited(edited(long), reader),
      '(the rest of the diff is too long to show; Read shows the file)',
    ],
    [
      'replace',
      gemini.replaced(edited(long), { ...reader, display: {} }),
      '(the rest of the diff is too long to show)',
    ],
    [
      'str_replace',
      editor.replacedText(false, edited(long), reader),
      'Truncated: the response size limit was reached. Use view to see more.',
    ],
    [
      'view',
      editor.viewed({ kind: 'directory', ...FILE, entries: entries('file') }, reader),
      'Truncated: the response size limit was reached. View a subdirectory to see more.',
    ],
    [
      'list_directory',
      gemini.listedDirectory(
        { kind: 'list', ...FILE, entries: entries('file'), gitIgnored: 0, hidden: 0, isEmpty: false },
        reader,
      ),
      '[truncated: 90 entries in all; leave some out with ignore]',
    ],
    ['Gemini’s glob', gemini.foundFiles(globbed(), reader), '[85 more files not shown: narrow the pattern]'],
    [
      'Glob',
      claudeCode.foundFiles(globbed(), reader),
      'Truncated: 10 of 90 paths shown. Narrow the pattern to see the rest.',
    ],
    [
      'search_file_content',
      gemini.foundContent(grepped(0), reader, { path: 'd' }),
      '[truncated: narrow the search by path, include or pattern to see the rest]',
    ],
    [
      'search_file_content, which was bounded before',
      gemini.foundContent(grepped(7), { limit: { bytes: 9000 } }, {}),
      '[7 more matches not shown: narrow the search by path, include or pattern]',
    ],
    ['Read of a page', readPdf(pdf(long), reader), '[Page 1 goes on: pages "1" with offset 135.]'],
    [
      'Read of a cell',
      readNotebook(notebook(long), reader),
      '[This cell goes on: it is over the response size limit. Grep finds what it holds.]',
    ],
  ])('of %s', (_, rendered, note) => {
    expect(lastLine(rendered)).toBe(note);
  });

  it('of a command says how to read on', () => {
    const [block] = ranCommand(ran(long), { limit: { bytes: 300 } }).content;
    expect(block).toMatchObject({
      text: expect.stringContaining(
        '\n[The rest is over the response size limit. Write the output to a file to read on.]\n',
      ),
    });
  });

  it('of write_code stands for the whole diff', () => {
    const outcome: LinesOutcome = {
      ...{ ...WRITTEN, kind: 'lines', previousVersion: 'sha256:1', affectedLines: { start: 1, removed: 1, added: 1 } },
      ...{ totalLines: 1, differingLines: () => differing('x'.repeat(70_000), 'y') },
    };
    const style = { level: 'standard', dryRunAsked: false } as const;
    const { structuredContent } = budgeted.wroteLines(outcome, { limit: {} }, style);
    expect(structuredContent?.diff).toMatch(/\n\(the diff is too long to show\)$/);
  });

  it('of anything else asks for less', () => {
    expect(boundedText('x'.repeat(90), { bytes: 80 }, REST_NOTE)).toMatch(
      /^x+\n\[The rest is over the response size limit\. Ask for less at once\.\]$/,
    );
  });

  it('of a page that cannot be read says so', () => {
    expect(lastLine(readPdf(pdf(null), reader))).toBe('(this page is damaged and cannot be read)');
  });
});

function edited(after: string): ReplaceTextOutcome {
  return {
    ...{ ...WRITTEN, kind: 'edit', replacements: 1, differingLines: () => differing('', after) },
    ...{ changedLines: () => ({ startLine: 1, text: after }), firstLine: 1, firstLineCount: 90 },
  };
}

function differing(removed: string, added: string): DifferingLines {
  return { startLine: 1, lead: '', removed, added, trail: '' };
}

function entries(kind: 'file') {
  return Array.from({ length: 90 }, (_, index) => ({ kind, name: `name ${index}`, path: `path ${index}` }));
}

function globbed(): GlobOutcome {
  return {
    ...{
      kind: 'glob',
      pattern: '*',
      path: 'd',
      root: '/w/d',
      folder: '/w/d/',
      prefix: '',
      cwdPrefix: '',
      entries: entries('file'),
    },
    ...{ total: 90, ignored: 0, unreadable: 0, ignoreFilesSkipped: 0, incomplete: false },
  };
}

function grepped(remaining: number): GrepOutcome {
  const line = { kind: 'match', text: 'found', cutBefore: 0, cutAfter: 0, afterGap: false } as const;
  const lines = Array.from({ length: 90 }, (_, index) => ({ ...line, number: index + 1 }));
  return {
    ...{
      kind: 'grep',
      isFile: false,
      result: 'lines',
      pattern: 'x',
      root: '/w',
      prefix: '',
      folder: '/w/',
      isCounted: true,
    },
    ...{ files: [{ path: 'f', count: 90, lines }], total: 90 + remaining, offset: 0, remaining, matches: 90 },
    ignored: 0,
    ...{ unreadable: 0, ignoreFilesSkipped: 0, tooLarge: 0, documents: 0, incomplete: false, unconfirmed: 0 },
  };
}

function pdf(text: string | null): PdfOutcome {
  const pages = [{ number: 1, text, isCut: false }];
  return { ...FILE, kind: 'pdf', size: 9, totalPages: 1, firstPage: 1, pages, hasUnmappedText: false, endedBy: null };
}

function notebook(source: string): NotebookOutcome {
  const cell = { index: 0, id: null, type: 'code', executionCount: null, source, outputs: [] } as const;
  return { ...FILE, kind: 'notebook', size: 9, format: '4.5', language: null, first: 0, cells: [cell], totalCells: 1 };
}

function ran(text: string): RunCommandOutcome {
  const stdout = { text, totalCharacters: text.length, totalNewlines: text.split('\n').length - 1 };
  const stderr = { text: '', totalCharacters: 0, totalNewlines: 0 };
  return {
    ...{ kind: 'command', stdout, stderr, exitCode: 0, signal: null, group: 8, backgroundPids: [], cwd: '/w' },
    refusedDirectory: null,
  };
}
