export { conflictsBelow } from './lib/conflicts-below.ts';
export { diffedOver } from './lib/overlay-diff.ts';
export { overlayOver } from './lib/overlay-over.ts';
