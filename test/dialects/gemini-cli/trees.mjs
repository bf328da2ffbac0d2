import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Writes files, each a second older than the one before it. */
export function plantTree(root, files) {
  const now = Math.floor(Date.now() / 1000) - 60;
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
    utimesSync(join(root, name), now - index, now - index);
  }
}

/** The files below a directory, by path. */
export function treeAt(root) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(
    paths.map((path) => [relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
  );
}
