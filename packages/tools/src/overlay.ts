export { conflictsBelow } from './lib/conflicts-below.ts';
export { overlayOver } from './lib/overlay-over.ts';
