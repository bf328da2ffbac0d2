/** Actions on the changes of an overlay. */
export const OVERLAY_ACTIONS = ['diff', 'commit', 'discard'] as const;

export type OverlayAction = (typeof OVERLAY_ACTIONS)[number];

export function isOverlayAction(word: string | undefined): word is OverlayAction {
  return OVERLAY_ACTIONS.some((action) => action === word);
}
