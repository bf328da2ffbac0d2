import * as codex from '@dragoman/formatters/codex';
import type { ToolError } from '@dragoman/fs-core';
import { applyPatch as applyToAll } from '@dragoman/tools';
import { asksForOtherChange } from '../argument-names.ts';
import { refused } from '../several-commands.ts';
import { type Arguments, tool } from '../tool.ts';
import { GRAMMAR } from './grammar.ts';
import { input } from './schemas.ts';

const description = `Adds, changes, moves and deletes files by a patch: all of them, or none if anything is wrong.

*** Begin Patch
*** Add File: PATH            then its lines, each after +
*** Delete File: PATH
*** Update File: PATH         then, optionally, *** Move to: PATH, then hunks:
@@ [LINE]                     optionally a line of the file above the place
 kept / -removed / +added     lines
*** End of File               optionally, where the hunk ends the file
*** End Patch

Each line of a hunk begins with a space, - or +. Give about three kept lines before and after a change; where they stand in several places, name a class or function above in @@, and another @@ below it if need be. Hunks of a file stand in its order. Paths may be relative to the working directory.`;

export const applyPatch = tool({
  name: 'apply_patch',
  title: 'Apply a patch to files',
  description,
  effect: 'edits',
  typed: 'patch',
  input: input.apply_patch,
  bareText: 'input',
  clientTool: {
    type: 'custom',
    name: 'apply_patch',
    description,
    format: { type: 'grammar', syntax: 'lark', definition: GRAMMAR },
  },
  adapt: toPatch,
  operation: applyToAll,
  request: ({ input: patch }) => ({ patch }),
  render: codex.patchApplied,
  explain: codex.patchFailed,
});

/** Takes the patch from OpenAI's `operation`, too, and gives it the name of the schema. */
function toPatch({ operation, ...rest }: Arguments): Arguments {
  if (typeof operation !== 'object' || operation === null)
    return { ...rest, ...(operation !== undefined && { operation }) };
  if (rest.input !== undefined) throw refused({ argument: 'input', given: 'operation', problem: 'twice' });
  return { ...rest, input: patchOf({ ...operation }) };
}

const HEADERS: ReadonlyMap<unknown, string> = new Map([
  ['create_file', '*** Add File: '],
  ['update_file', '*** Update File: '],
  ['delete_file', '*** Delete File: '],
]);

/** The patch for an operation, which is about one file. @throws ToolError `INVALID_ARGUMENT` */
function patchOf({ type, path, diff, ...others }: Arguments): string {
  const change = Object.keys(others).find((name) => asksForOtherChange(name, others[name]));
  if (change !== undefined) throw refused({ argument: `operation.${change}`, problem: 'other-change' });
  const header = HEADERS.get(type);
  if (header === undefined) throw invalid('operation.type', 'create_file, update_file or delete_file');
  if (typeof path !== 'string' || path.trim() === '') throw invalid('operation.path', 'a path');
  if (/[\r\n]/.test(path)) throw invalid('operation.path', 'one line');
  const lines = type === 'delete_file' || diff === undefined || diff === null ? '' : String(diff).replace(/\r?\n$/, '');
  if (lines.split('\n').some(isOtherSection)) throw invalid('operation.diff', 'about one file');
  return ['*** Begin Patch', header + path, ...(lines === '' ? [] : [lines]), '*** End Patch'].join('\n');
}

/** True if a line begins another section or ends the patch; lines of hunks and of added files have a marker before. */
function isOtherSection(line: string): boolean {
  return !/^[ +-]/.test(line) && /^\*\*\* (?:(?:Add|Update|Delete) File: |End Patch$)/.test(line.trim());
}

function invalid(argument: string, expected: string): ToolError {
  return refused({ argument, problem: 'value', expected });
}
