import type { Exchange } from '@dragoman/mcp/internal/server';

type Work = Pick<Exchange, 'cancel' | 'isEndless'>;

/** Requests that are being served, so that an ending server can wait for them. */
export interface InFlight {
  /** Disposed of when the answer is given. */
  begin(exchange: Work): Disposable;
  cancelAll(): void;
  /** Ends what would never end. */
  cancelEndless(): void;
  /** Resolves when nothing is in hand but what never ends. */
  done(): Promise<void>;
}

export function createInFlight(): InFlight {
  const all = new Set<Work>();
  let onDone: (() => void)[] = [];
  const isDone = (): boolean => [...all].every(({ isEndless }) => isEndless);
  return {
    begin(exchange) {
      all.add(exchange);
      return {
        [Symbol.dispose]() {
          all.delete(exchange);
          if (onDone.length === 0 || !isDone()) return;
          for (const resolve of onDone) resolve();
          onDone = [];
        },
      };
    },
    cancelAll() {
      for (const exchange of all) exchange.cancel();
    },
    cancelEndless() {
      for (const exchange of all) if (exchange.isEndless) exchange.cancel();
    },
    async done() {
      if (!isDone()) await new Promise<void>((resolve) => onDone.push(resolve));
    },
  };
}
