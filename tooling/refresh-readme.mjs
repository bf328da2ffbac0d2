// Puts the tour's current output into the README. Run it after a change to what the tour shows.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const readme = fileURLToPath(new URL('../README.md', import.meta.url));
const tour = fileURLToPath(new URL('tour.mjs', import.meta.url));
const printed = execFileSync(process.execPath, [tour], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
const block = /(?<=```text tour\n)[\s\S]*?(?=```)/;
writeFileSync(
  readme,
  readFileSync(readme, 'utf8').replace(block, () => printed),
);
