/** Counts what is held in memory for principals. One gets half of the bound at most, so that no client fills it for all. */
export interface HeldBytes {
  /** Held until it is disposed of. @param principal its key */
  hold(principal: string): BytesHold;
  hasRoomFor(principal: string, bytes: number): boolean;
}

export interface BytesHold extends Disposable {
  add(bytes: number): void;
}

/** @param onLess called when less is held */
export function createHeldBytes(maxBytes: number, onLess: () => void = () => {}): HeldBytes {
  const heldBy = new Map<string, number>();
  let held = 0;
  const change = (principal: string, bytes: number): void => {
    const now = (heldBy.get(principal) ?? 0) + bytes;
    if (now > 0) heldBy.set(principal, now);
    else heldBy.delete(principal);
    held += bytes;
  };
  return {
    hasRoomFor: (principal, bytes) => held + bytes <= maxBytes && (heldBy.get(principal) ?? 0) + bytes <= maxBytes / 2,
    hold(principal) {
      let own = 0;
      return {
        add(bytes) {
          own += bytes;
          change(principal, bytes);
        },
        [Symbol.dispose]() {
          change(principal, -own);
          own = 0;
          onLess();
        },
      };
    },
  };
}
