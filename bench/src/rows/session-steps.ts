import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KB, sourceText } from '../inputs.ts';
import type { Args } from '../servers/stdio-servers.ts';

/** A call of a session. */
export interface Step {
  readonly tool: string;
  readonly args: Args;
}

/** The call of a server for each kind of work. */
export interface Wording {
  readonly first: (path: string, lines: number) => Step;
  readonly last: (path: string, lines: number) => Step;
  readonly whole: (path: string) => Step;
  readonly edit: (path: string, from: string, to: string) => Step;
  readonly create: (path: string, content: string) => Step;
  readonly list: (path: string) => Step;
}

const FILES = 20;
const TURNS = 10;
const RANGE = 100;
const HALF = `${sourceText(75 * KB)}\n`;

export const LINES_IN_FILE = 2 * HALF.split('\n').length - 1;

/** Makes the files of a session, and waits for the disk: a project is there before its agent. */
export function makeProject(directory: string): string {
  const project = join(directory, 'project');
  mkdirSync(project);
  for (let file = 0; file < FILES; file++) {
    writeFileSync(pathOf(project, file), `${HALF}${noteOn(file)}\n${HALF}`, { flush: true });
  }
  return project;
}

/** A hundred calls: ten turns that look around, read, edit and add. */
export function stepsOf(project: string, wording: Wording): Step[] {
  return Array.from({ length: TURNS }, (_, turn) => stepsOfTurn(project, turn, wording)).flat();
}

function stepsOfTurn(project: string, turn: number, wording: Wording): Step[] {
  const [one, other] = [2 * turn, 2 * turn + 1];
  const path = (file: number) => pathOf(project, file % FILES);
  const edit = (file: number) => wording.edit(path(file), noteOn(file), `// Someone looked at file ${file}.`);
  return [
    wording.list(project),
    ...[one, other, one + 7].map((file) => wording.first(path(file), RANGE)),
    ...[one, other].map((file) => wording.last(path(file), RANGE)),
    wording.whole(path(one)),
    edit(one),
    edit(other),
    wording.create(join(project, `new-${turn}.ts`), sourceText(KB)),
  ];
}

function pathOf(project: string, file: number): string {
  return join(project, `file-${file}.ts`);
}

/** The line in the middle of a file that is there once. */
function noteOn(file: number): string {
  return `// Nobody looked at file ${file}.`;
}
