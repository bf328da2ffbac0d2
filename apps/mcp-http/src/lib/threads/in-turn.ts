// In so many turns, what reads a file has come to its reading.
const TURNS = 5;

/**
 * Begins one after the other: the next where the last is done, or has let others run for some turns. What is held up by a
 * file system has then not been joined by what came after it, which another thread can still do.
 */
export function inTurn<Item>(begin: (item: Item) => Promise<void>): (item: Item) => void {
  const waiting: Item[] = [];
  let isBeginning = false;
  const beginAll = async (): Promise<void> => {
    isBeginning = true;
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await Promise.race([begin(item), turns()]);
    }
    isBeginning = false;
  };
  return (item) => {
    waiting.push(item);
    if (!isBeginning) void beginAll();
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate);
}
