import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from './scenario.ts';

/** Opens a scope; disposing it removes its directory and closes its resources. */
export function openScope(): Scope & AsyncDisposable {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
  const resources: (Disposable | AsyncDisposable)[] = [];
  return {
    directory,
    use(resource) {
      resources.push(resource);
      return resource;
    },
    async [Symbol.asyncDispose]() {
      for (const resource of resources.reverse()) {
        if (Symbol.asyncDispose in resource) await resource[Symbol.asyncDispose]();
        else resource[Symbol.dispose]();
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
