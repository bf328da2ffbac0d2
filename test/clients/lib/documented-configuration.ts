import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '../../../docs/clients.md'), 'utf8');

/**
 * Configuration that `docs/clients.md` has a user write down for a client, in its own format, without the directory in
 * it.
 */
export interface DocumentedConfiguration {
  readonly server: string;
  /** Switches off the client's own tools that do the same work. */
  readonly withoutTwins: string;
}

const withoutDirectory = (block: string): string => block.replace(/, "\/path\/to\/project"/, '');

export function documentedConfiguration(client: string): DocumentedConfiguration {
  const [, rest = ''] = page.split(`\n## ${client}\n`);
  const [section = ''] = rest.split('\n## ', 1);
  const blocks = [...section.matchAll(/^```(?:json|toml)\n(.*?)^```$/gms)].map(([, block = '']) => block);
  const [server, withoutTwins] = blocks;
  if (server === undefined || withoutTwins === undefined || blocks.length !== 2)
    throw new Error(`docs/clients.md shows ${blocks.length} configurations of ${client}, and not two`);
  return { server: withoutDirectory(server), withoutTwins: withoutDirectory(withoutTwins) };
}
