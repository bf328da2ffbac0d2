// Writes into each published package.json where it is built from: npm's provenance compares it with the place that the
// release ran in. Run there only, since a fork's packages come from the fork. `GITHUB_REPOSITORY` is `owner/name`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));
const { GITHUB_REPOSITORY: repository } = process.env;
if (!repository) throw new Error('GITHUB_REPOSITORY is not set: releases are made by the release workflow');

for (const folder of ['packages', 'apps']) {
  for (const name of readdirSync(join(top, folder))) {
    const file = join(top, folder, name, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    if (manifest.private) continue;
    const place = { type: 'git', url: `git+https://github.com/${repository}.git`, directory: `${folder}/${name}` };
    writeFileSync(file, `${JSON.stringify({ ...manifest, repository: place }, null, 2)}\n`);
  }
}
