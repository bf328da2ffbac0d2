export type { CommitConflict, CommitResult, Overlay, OverlayChange } from './lib/overlay/overlay.ts';
export { type OverlayOptions, overlayOf } from './lib/overlay/overlay-of.ts';
