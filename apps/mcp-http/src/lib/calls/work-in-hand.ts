import type { Exchange } from '@dragoman/mcp';

/** What is being served, so that an ending server can wait for it. */
export interface WorkInHand {
  /** Disposed of when the answer is given. */
  begin(exchange: Pick<Exchange, 'cancel'>): Disposable;
  cancelAll(): void;
  /** Resolves when nothing is in hand. */
  done(): Promise<void>;
}

export function createWorkInHand(): WorkInHand {
  const all = new Set<Pick<Exchange, 'cancel'>>();
  let onDone: (() => void)[] = [];
  return {
    begin(exchange) {
      all.add(exchange);
      return {
        [Symbol.dispose]() {
          all.delete(exchange);
          if (all.size > 0) return;
          for (const resolve of onDone) resolve();
          onDone = [];
        },
      };
    },
    cancelAll() {
      for (const exchange of all) exchange.cancel();
    },
    async done() {
      if (all.size > 0) await new Promise<void>((resolve) => onDone.push(resolve));
    },
  };
}
