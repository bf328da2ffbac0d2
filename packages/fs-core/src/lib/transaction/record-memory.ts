/** Records of one place that are not to be obeyed, by the state in which they were seen. */
export interface RecordMemory {
  /** The name of the record that was looked at last: the next look begins after it. */
  last: string;
  /** Returns true if this state of a record is passed over. */
  has(name: string, state: string): boolean;
  /**
   * Passes a state of a record over for as long as it stays so; `forSeconds` if it is to be tried again.
   * @returns false if it was passed over before
   */
  add(name: string, state: string, forSeconds?: number): boolean;
  /** Forgets all other records. */
  keep(names: readonly string[]): void;
}

export function createRecordMemory(): RecordMemory {
  const known = new Map<string, { readonly state: string; readonly until: number }>();
  return {
    last: '',
    has(name, state) {
      const found = known.get(name);
      return found !== undefined && found.state === state && process.uptime() < found.until;
    },
    add(name, state, forSeconds = Number.POSITIVE_INFINITY) {
      const isNew = known.get(name)?.state !== state;
      known.set(name, { state, until: process.uptime() + forSeconds });
      return isNew;
    },
    keep(names) {
      const there = new Set(names);
      for (const name of known.keys()) if (!there.has(name)) known.delete(name);
    },
  };
}
