import { dirname } from 'node:path';
import { expect } from 'vitest';
import type { Call } from './protocol.ts';

/** Calls of the scenarios in the words of a dialect, and its answers. */
export interface Dialect {
  /** Name of the dialect in the server. */
  readonly name: string;
  /** @param from the 1-based line to begin with */
  read(path: string, from?: number): Call;
  /** A read with null for all that may be left out. */
  readWithNulls(path: string): Call;
  write(path: string, content: string): Call;
  replaceAll(path: string, old: string, by: string): Call;
  /** A search for the lines that hold `pattern`, without a path. */
  search(pattern: string): Call;
  run(command: string): Call;
  readonly says: Sentences;
  /** Shows an image. Default: a read. */
  look?(path: string): Call;
  /** The page that an answer to `read` shows. */
  pageIn(text: string): Page;
  /**
   * The lines that an answer to `search` shows, by their numbers, if it says itself that there are more. Not there where a
   * search lists files.
   */
  matchesIn?(text: string): ReadonlyMap<number, string>;
}

interface Sentences {
  /** A part of what a search says of a line that it found. */
  found(path: string, line: string): string;
  read(lines: readonly string[]): string;
  wrote(path: string, content: string): string;
  /** Its beginning. */
  replaced(path: string, count: number): string;
  missing(path: string): string;
  /** A part of it. */
  outside(path: string): string;
}

export interface Page {
  readonly lines: readonly string[];
  /** The line to go on from, 1-based; null after the last. */
  readonly next: number | null;
}

export const claudeDialect: Dialect = {
  name: 'claude',
  read: (path, from) => ({ tool: 'Read', args: { file_path: path, ...(from && { offset: from }) } }),
  readWithNulls: (path) => ({ tool: 'Read', args: { file_path: path, offset: null, limit: null, pages: null } }),
  write: (path, content) => ({ tool: 'Write', args: { file_path: path, content } }),
  replaceAll: (path, old, by) => ({
    tool: 'Edit',
    args: { file_path: path, old_string: old, new_string: by, replace_all: true },
  }),
  search: (pattern) => ({ tool: 'Grep', args: { pattern, output_mode: 'content' } }),
  run: (command) => ({ tool: 'Bash', args: { command, timeout: 600_000 } }),
  says: {
    found: (_, line) => line,
    read: (lines) => lines.map((line, index) => `${index + 1}\t${line}`).join('\n'),
    wrote: (path) =>
      `File created successfully at: ${path} (file state is current in your context — no need to Read it back)`,
    replaced: (path) => `The file ${path} has been updated. All occurrences were successfully replaced.`,
    missing: (path) => `File does not exist. Note: your current working directory is ${dirname(path)}.`,
    outside: (path) => `Access denied: ${path} is outside the allowed directories or denied`,
  },
  pageIn(text) {
    const [, shown = '', next] = /^(.*?)(?:\n\[[^\n]*Use offset=(\d+) to continue\.\])?$/s.exec(text) ?? [];
    const lines = shown.split('\n').map((line) => line.slice(line.indexOf('\t') + 1));
    return { lines, next: next ? Number(next) : null };
  },
  matchesIn: (text) => numbered(text, /^[^:\n]*:(\d+):(.*)$/gm, /\n\[Showing results with pagination = limit: \d+\]$/),
};

export const geminiCliDialect: Dialect = {
  name: 'gemini-cli',
  read: (path, from) => ({ tool: 'read_file', args: { file_path: path, ...(from && { start_line: from }) } }),
  readWithNulls: (path) => ({ tool: 'read_file', args: { file_path: path, start_line: null, end_line: null } }),
  write: (path, content) => ({ tool: 'write_file', args: { file_path: path, content } }),
  replaceAll: (path, old, by) => ({
    tool: 'replace',
    args: { file_path: path, instruction: 'Replace it.', old_string: old, new_string: by, allow_multiple: true },
  }),
  search: (pattern) => ({ tool: 'grep_search', args: { pattern } }),
  run: (command) => ({ tool: 'run_shell_command', args: { command } }),
  says: {
    found: (_, line) => line,
    read: (lines) => lines.join('\n'),
    wrote: (path, content) =>
      `Successfully created and wrote to new file: ${path}. Here is the updated code:\n${content}`,
    replaced: (path, count) => `Successfully modified file: ${path} (${count} replacements).`,
    missing: (path) => `File not found: ${path}`,
    outside: (path) => `Path not in workspace: Attempted path "${path}" resolves outside`,
  },
  pageIn(text) {
    const [, last, total, shown] =
      /^\nIMPORTANT: .*\nStatus: Showing lines \d+-(\d+) of (\d+) total lines\.\n(?:Action: .*\n)?\n--- .* ---\n(.*)$/s.exec(
        text,
      ) ?? [];
    return { lines: (shown ?? text).replace(/\n$/, '').split('\n'), next: last === total ? null : Number(last) + 1 };
  },
  matchesIn: (text) =>
    numbered(text, /^L(\d+): (.*)$/gm, /^Found .* \(results limited to \d+ matches for performance\):/),
};

const ENDS_EARLY = /\n\[Showing lines .*; more lines follow\. Use offset=\d+ to continue\.\]$/;

export const codexDialect: Dialect = {
  name: 'codex',
  read: (path, from) => ({ tool: 'read_file', args: { file_path: path, ...(from && { offset: from }) } }),
  readWithNulls: (path) => ({ tool: 'read_file', args: { file_path: path, offset: null, limit: null } }),
  look: (path) => ({ tool: 'view_image', args: { path } }),
  write: (path, content) =>
    patch(
      `*** Add File: ${path}`,
      ...content
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `+${line}`),
    ),
  replaceAll: (path, old, by) => patch(`*** Update File: ${path}`, `-${old}`, `+${by}`),
  search: (pattern) => ({ tool: 'grep_files', args: { pattern } }),
  run: (command) => ({ tool: 'exec_command', args: { cmd: command, yield_time_ms: 30_000 } }),
  says: {
    found: (path) => path,
    read: (lines) => lines.map((line, index) => `L${index + 1}: ${line}`).join('\n'),
    wrote: (path) => expect.stringMatching(new RegExp(`^Exit code: 0\\n.*\\nOutput:\\nSuccess.*\\nA ${path}\\n$`)),
    replaced: (path) => `Success. Updated the following files:\nM ${path}\n`,
    missing: () => 'failed to read file: No such file or directory (os error 2)',
    outside: () => 'failed to read file: Operation not permitted (os error 1)',
  },
  pageIn(text) {
    const lines = text.split('\n').flatMap((line) => /^L\d+: (.*)$/.exec(line)?.[1] ?? []);
    const last = Number(/^L(\d+): .*$(?![\s\S]*^L\d+: )/m.exec(text)?.[1]);
    return { lines, next: ENDS_EARLY.test(text) || lines.length === 2000 ? last + 1 : null };
  },
};

function patch(...lines: readonly string[]): Call {
  return { tool: 'apply_patch', args: { input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') } };
}

function numbered(text: string, line: RegExp, end: RegExp): ReadonlyMap<number, string> {
  if (!end.test(text)) throw new Error(`Does not say what is left out:\n${text}`);
  return new Map([...text.matchAll(line)].map(([, number, content = '']) => [Number(number), content]));
}
