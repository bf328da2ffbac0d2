/** Begins work while there is room for its bytes, in order; work that takes more than all room is done alone. */
export type BytesRoom = <Result>(bytes: number, work: () => Promise<Result>) => Promise<Result>;

export function createBytesRoom(maxBytes: number): BytesRoom {
  const waiting: { readonly bytes: number; readonly begin: () => void }[] = [];
  let left = maxBytes;
  const admit = (): void => {
    for (let [first] = waiting; first && (first.bytes <= left || left === maxBytes); [first] = waiting) {
      waiting.shift();
      left -= first.bytes;
      first.begin();
    }
  };
  return async (bytes, work) => {
    await new Promise<void>((begin) => {
      waiting.push({ bytes, begin });
      admit();
    });
    try {
      return await work();
    } finally {
      left += bytes;
      admit();
    }
  };
}
