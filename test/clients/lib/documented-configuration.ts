import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '../../../docs/clients.md'), 'utf8');

/** The configuration that a client's section of `docs/clients.md` ends with, without the directory it stands for. */
export function documentedConfiguration(client: string): string {
  const [, section = ''] = page.split(`\n## ${client}\n`);
  const blocks = [
    ...section
      .split('\n## ', 1)
      .join('')
      .matchAll(/^```(?:json|toml)\n(.*?)^```$/gms),
  ];
  const block = blocks.at(-1)?.[1];
  if (block === undefined) throw new Error(`docs/clients.md has no configuration of ${client}`);
  return block.replace(/, "\/path\/to\/project"/, '');
}
