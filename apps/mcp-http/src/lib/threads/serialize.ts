// After so many ticks, what reads a file has come to its reading.
const TICKS = 5;

/**
 * Begins one after the other: the next where the last is done, or has let others run for some ticks. What is held up by a
 * file system has then not been joined by what came after it, which another thread can still do.
 */
export function serialize<Item>(begin: (item: Item) => Promise<void>): (item: Item) => void {
  const waiting: Item[] = [];
  let isBeginning = false;
  const beginAll = async (): Promise<void> => {
    isBeginning = true;
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await Promise.race([begin(item), ticks()]);
    }
    isBeginning = false;
  };
  return (item) => {
    waiting.push(item);
    if (!isBeginning) void beginAll();
  };
}

async function ticks(): Promise<void> {
  for (let tick = 0; tick < TICKS; tick += 1) await new Promise(setImmediate);
}
