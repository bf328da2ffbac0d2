/**
 * The variables of a process in which opening a file of this name fails as nobody foresaw, with an error that quotes its
 * content.
 */
export function withFault(name: string): { readonly NODE_OPTIONS: string } {
  const source = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync, readFileSync } = fs;
    fs.openSync = (path, ...rest) => {
      if (String(path).endsWith(${JSON.stringify(`/${name}`)})) throw new TypeError(readFileSync(path, 'utf8'));
      return openSync(path, ...rest);
    };
    syncBuiltinESMExports();
  `;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source)}` };
}
