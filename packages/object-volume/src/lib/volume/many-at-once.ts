/** How many requests of one call are made at once, besides those that fetch content. */
const AT_ONCE = 16;

/** Does something with each, several at once; the results are in order. Ends at the first failure. */
export async function manyAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const next = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return results;
}
