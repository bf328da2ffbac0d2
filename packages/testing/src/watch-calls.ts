import fs, { readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Tells of each call of some functions of `node:fs` in this process, before it is made, until disposed. */
export function watchCalls(names: readonly string[], onCall: (name: string, args: unknown[]) => void): Disposable {
  const functions = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  const originals = names.map((name) => [name, functions[name]] as const);
  for (const [name, real] of originals) {
    if (real === undefined) throw new TypeError(`node:fs has no ${name}`);
    const watched = (...args: unknown[]): unknown => {
      onCall(name, args);
      return real(...args);
    };
    functions[name] = Object.assign(watched, real);
  }
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      for (const [name, real] of originals) if (real !== undefined) functions[name] = real;
      syncBuiltinESMExports();
    },
  };
}

/** The paths of what this process syncs, in its order, until disposed. On Linux only. */
export function watchSyncs(): Disposable & { readonly paths: readonly string[] } {
  const paths: string[] = [];
  const watch = watchCalls(['fsync', 'fsyncSync'], (_, [fd]) => void paths.push(readlinkSync(`/proc/self/fd/${fd}`)));
  return { paths, [Symbol.dispose]: () => watch[Symbol.dispose]() };
}
