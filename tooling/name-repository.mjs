// Writes the repository into each published package.json: npm's provenance compares it with the repository in which the
// release ran. The MCP registry wants a server to be named after it, too, in its package and in server.json. Run by the
// release only, since a fork's packages come from the fork. `GITHUB_REPOSITORY` is `owner/name`.
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
    const registered = name === 'mcp-stdio' && { mcpName: nameInRegistry(join(top, folder, name, 'server.json')) };
    writeJson(file, { ...manifest, repository: place, ...registered });
  }
}

/** Names the server in the MCP registry, and returns the name. */
function nameInRegistry(file) {
  const [owner, project] = repository.split('/');
  const name = `io.github.${owner}/${project}`;
  const url = `https://github.com/${repository}`;
  writeJson(file, { ...JSON.parse(readFileSync(file, 'utf8')), name, repository: { url, source: 'github' } });
  return name;
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
