export { type BashOutcome, bashFailed, ranOrRestarted } from './command.ts';
export { created, edited, editUndone, inserted } from './edit.ts';
export { editorFailed, otherFailure } from './failure.ts';
export { type MemoryOutcome, memoryFailed, remembered } from './memory.ts';
export { viewed } from './read.ts';
