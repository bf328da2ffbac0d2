import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '../measure/scenario.ts';
import type { PipeClient } from '../servers/pipe-client.ts';
import { callTool, startDragoman, startOfficial } from '../servers/stdio-servers.ts';
import { LINES_IN_FILE, type Step, type Wording } from './session-steps.ts';
import type { Work } from './work.ts';

/** A server, and how it is asked for the work of a session. */
export interface Contender {
  readonly start: (directory: string) => Promise<PipeClient>;
  readonly wording: Wording;
}

export const official: Contender = {
  start: startOfficial,
  wording: {
    first: (path, head) => ({ tool: 'read_text_file', args: { path, head } }),
    // It counts what follows the last newline as a line.
    last: (path, lines) => ({ tool: 'read_text_file', args: { path, tail: lines + 1 } }),
    whole: (path) => ({ tool: 'read_text_file', args: { path } }),
    edit: (path, oldText, newText) => ({ tool: 'edit_file', args: { path, edits: [{ oldText, newText }] } }),
    create: (path, content) => ({ tool: 'write_file', args: { path, content } }),
    list: (path) => ({ tool: 'list_directory', args: { path } }),
  },
};

/** The built server in dialect `editor`. @param optionsFor a working directory */
export function dragoman(optionsFor: (directory: string) => readonly string[] = () => []): Contender {
  return {
    start: (directory) => startDragoman(directory, optionsFor(directory)),
    wording: {
      first: (path, lines) => ({ tool: 'view', args: { path, view_range: [1, lines] } }),
      last: (path, lines) => ({ tool: 'view', args: { path, view_range: [LINES_IN_FILE - lines + 1, LINES_IN_FILE] } }),
      whole: (path) => ({ tool: 'view', args: { path, view_range: [1, LINES_IN_FILE] } }),
      edit: (path, old_str, new_str) => ({ tool: 'str_replace', args: { path, old_str, new_str } }),
      create: (path, content) => ({ tool: 'create_file', args: { path, content } }),
      list: (path) => ({ tool: 'view', args: { path } }),
    },
  };
}

/** The call number `run` of those that are measured. */
export type StepOf = (wording: Wording, run: number) => Step;

/** Calls of a contender, over the directory of its side. */
export async function steps(scope: Scope, { start, wording }: Contender, stepOf: StepOf): Promise<Work> {
  const server = scope.use(await start(scope.directory));
  return (run) => {
    const { tool, args } = stepOf(wording, run);
    return callTool(server, tool, args);
  };
}

/** Each file directly in a directory, with its content. */
export function contentsOf(directory: string): string {
  const entries = readdirSync(directory, { withFileTypes: true });
  const files = entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).toSorted();
  return files.map((name) => `${name}:\n${readFileSync(join(directory, name), 'utf8')}`).join('\n');
}
