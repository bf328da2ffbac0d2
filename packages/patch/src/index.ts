export { parsePatch } from './lib/parse-patch.ts';
export type { Hunk, HunkLine, Patch, Section } from './lib/patch.ts';
export { PatchError, type PatchProblem } from './lib/patch-error.ts';
export { type LineEdit, MissingTextError, planPatch } from './lib/plan-patch.ts';
