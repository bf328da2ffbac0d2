/** Sessions that their clients have ended on this node, whose ids would still verify. */
export interface EndedSessions {
  add(id: string): void;
  has(id: string): boolean;
}

const MAX_KEPT = 100_000;

/** The oldest are forgotten: an id is of use only to the principal that it was made for. */
export function createEndedSessions(): EndedSessions {
  const ended = new Set<string>();
  return {
    has: (id) => ended.has(id),
    add(id) {
      const [oldest] = ended;
      if (ended.size >= MAX_KEPT && oldest !== undefined) ended.delete(oldest);
      ended.add(id);
    },
  };
}
