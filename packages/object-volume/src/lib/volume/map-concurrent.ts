/** Number of requests of one call that are made at once, besides those of a search. */
const AT_ONCE = 16;

/**
 * Does something with each, several at once; the results are in order. Nothing is begun after the first failure, which is
 * thrown when nothing is on the way any more.
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  atOnce = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  const errors: unknown[] = [];
  const entries = items.entries();
  const next = async (): Promise<void> => {
    for (const [index, item] of entries) {
      try {
        results[index] = await act(item);
      } catch (error) {
        errors.push(error);
      }
      if (errors.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  if (errors.length > 0) throw errors[0];
  return results;
}
