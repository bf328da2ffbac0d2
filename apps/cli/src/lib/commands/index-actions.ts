/** Actions on indexes. */
export const INDEX_ACTIONS = ['status', 'build', 'clear'] as const;

export type IndexAction = (typeof INDEX_ACTIONS)[number];

export function isIndexAction(word: string | undefined): word is IndexAction {
  return INDEX_ACTIONS.some((action) => action === word);
}
