// Gives the MCP registry's and the bundle's manifest the version of the package.
import { readFileSync, writeFileSync } from 'node:fs';

const place = (name) => new URL(`../apps/mcp-stdio/${name}`, import.meta.url);
const read = (name) => JSON.parse(readFileSync(place(name), 'utf8'));

const { version } = read('package.json');
for (const name of ['server.json', 'manifest.json']) {
  const text = readFileSync(place(name), 'utf8');
  writeFileSync(place(name), text.replaceAll(`"version": "${JSON.parse(text).version}"`, `"version": "${version}"`));
}
