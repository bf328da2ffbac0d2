import { createHeldBytes } from './held-bytes.ts';

/** Bounds what is kept in memory of answers that clients are slow to read. */
export interface UnreadAnswers {
  /** True if further answers may be made for a principal. @param principal its key */
  hasRoomFor(principal: string): boolean;
  /** Held until it is disposed of. */
  hold(principal: string, answer: UnreadAnswer): Disposable;
  /** Resolves when nothing is held. */
  allRead(): Promise<void>;
}

export interface UnreadAnswer {
  readonly bytes: number;
  /** Disconnects the client unless it reads on within this time. */
  hurry(ms: number): void;
}

// In place of a minute, where those that do not read keep others of their principal waiting.
const HURRIED_MS = 5000;

interface Entry {
  readonly principal: string;
  readonly answer: UnreadAnswer;
  isHurried: boolean;
}

/** @param onLess called when there is more room */
export function createUnreadAnswers(maxBytes: number, onLess: () => void): UnreadAnswers {
  const held = createHeldBytes(maxBytes, onLess);
  const entries = new Set<Entry>();
  const onAllRead: (() => void)[] = [];
  const hasRoomFor = (principal: string): boolean => held.hasRoomFor(principal, 1);
  const hurry = (): void => {
    for (const entry of entries) {
      if (entry.isHurried || hasRoomFor(entry.principal)) continue;
      entry.isHurried = true;
      entry.answer.hurry(HURRIED_MS);
    }
  };
  return {
    hasRoomFor,
    hold(principal, answer) {
      const entry = { principal, answer, isHurried: false };
      entries.add(entry);
      const hold = held.hold(principal);
      hold.add(answer.bytes);
      if (!hasRoomFor(principal)) hurry();
      return {
        [Symbol.dispose]() {
          entries.delete(entry);
          hold[Symbol.dispose]();
          if (entries.size > 0) return;
          for (const resolve of onAllRead.splice(0)) resolve();
        },
      };
    },
    async allRead() {
      if (entries.size > 0) await new Promise<void>((resolve) => onAllRead.push(resolve));
    },
  };
}
