import { runRipgrep } from './ripgrep-process.ts';

/** ripgrep's file types by name, each with the globs that the names of its files match. */
export async function fileTypes(): Promise<ReadonlyMap<string, readonly string[]>> {
  const output = runRipgrep({ args: ['--no-config', '--type-list'], timeLimitMs: 5_000, signal: undefined });
  let text = '';
  for await (const chunk of output) text += chunk.toString();
  return new Map(
    [...text.matchAll(/^([^:\n]+): (.+)$/gm)].map(([, name = '', globs = '']) => [name, globs.split(', ')]),
  );
}

/** The globs of one type; of `all`, which ripgrep lists nowhere, those of every type. */
export async function globsOfType(type: string): Promise<readonly string[]> {
  const types = await fileTypes();
  return type === 'all' ? [...types.values()].flat() : (types.get(type) ?? []);
}
