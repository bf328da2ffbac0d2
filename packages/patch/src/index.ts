export { parsePatch, parsePatchInSteps } from './lib/parse-patch.ts';
export type { Hunk, HunkLine, Patch, Section } from './lib/patch.ts';
export { PatchError, type PatchProblem } from './lib/patch-error.ts';
export { type LineEdit, MissingTextError, planPatch, planPatchInSteps } from './lib/plan-patch.ts';
