import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';

/** The plan of a tree. Names and contents are bytes, written as Latin-1. */
export interface RandomTree {
  readonly files: readonly { readonly path: readonly string[]; readonly content: string }[];
  readonly links: readonly { readonly path: readonly string[]; readonly target: string }[];
  /** Files called `.gitignore`, `.ignore` or `.git/info/exclude`. */
  readonly rules: readonly {
    readonly directory: readonly string[];
    readonly name: string;
    readonly lines: readonly string[];
  }[];
}

const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

const directoryName = fc.constantFrom('a', 'b', 'sub', 'tmp', '.hidden', 'sp ace', utf8('ü'), 'caf\xe9', 'a.log');
const fileName = fc.constantFrom(
  ...['a', 'b', 'ab', 'A', 'a.log', 'b.txt', 'ab.txt', '.env', 'odd\nname', 'trail ', 'x[1]', '!bang', '#hash', '-e'],
  ...['back\\slash', utf8('ü.txt'), 'caf\xe9.txt', 'tmp', 'a*b', '{a,b}', 'a?'],
);
const directory = fc.array(directoryName, { maxLength: 3 });

const piece = fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[!a]', '.txt', '.log', 'tmp', 'sub', 'ab', '\\*', 'ü');
const part = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
  fc.constant('**'),
);
const rule = fc
  .tuple(
    fc.constantFrom('', '', '', '!'),
    fc.constantFrom('', '', '/', '**/'),
    fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
    fc.constantFrom('', '', '', '/', '/**', '/*', ' ', '\\ '),
  )
  .map((parts) => parts.join(''));
const oddRule = fc.constantFrom(
  '# a',
  '',
  ' ',
  '!',
  '/',
  '*',
  '!*/',
  '/*',
  '\\!bang',
  '\\#hash',
  'x\\[1\\]',
  '[',
  'a[',
  '\\',
);
const lines = fc.array(fc.oneof({ weight: 4, arbitrary: rule }, oddRule), { minLength: 1, maxLength: 5 });

const line = fc.constantFrom(
  ...['needle', 'Needle in hay', 'hay', '', 'a needle, a needle', utf8('ünï needle'), 'x42', 'end\r', '(paren)'],
  ...['tab\there', 'needle\\n', utf8('🦊 needle')],
);
const text = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', ''))
  .map(([all, end]) => all.join('\n') + end);
const content = fc.oneof(
  { weight: 8, arbitrary: text },
  text.map((plain) => utf8(`\uFEFF${Buffer.from(plain, 'latin1')}`)),
  text.map((plain) => Buffer.from(`\uFEFF${Buffer.from(plain, 'latin1')}`, 'utf16le').toString('latin1')),
  // An odd number of bytes: "\n\0" would be a newline in UTF-16.
  text.map((plain) => plain + '\0'.repeat(plain.length % 2 === 0 ? 1 : 2)),
);

export const randomTree: fc.Arbitrary<RandomTree> = fc.record({
  files: fc.array(
    fc.record({ path: fc.tuple(directory, fileName).map(([above, name]) => [...above, name]), content }),
    { minLength: 1, maxLength: 16 },
  ),
  links: fc.array(
    fc.record({
      path: fc.tuple(directory, fc.constantFrom('link', 'b.txt')).map(([above, name]) => [...above, name]),
      target: fc.constantFrom('a', 'sub', '..', 'nowhere', '/etc/passwd', 'b.txt'),
    }),
    { maxLength: 2 },
  ),
  rules: fc.array(
    fc.record({ directory, name: fc.constantFrom('.gitignore', '.gitignore', '.ignore', '.git/info/exclude'), lines }),
    {
      maxLength: 4,
    },
  ),
});

export interface BuiltTree extends Disposable {
  readonly root: string;
}

/** Makes the tree on disk, except entries that conflict with others, such as a file where a directory is. */
export function buildTree(tree: RandomTree): BuiltTree {
  const root = mkdtempSync(join(tmpdir(), 'dragoman-random-'));
  const at = (path: readonly string[]) => Buffer.from([root, ...path].join('/'), 'latin1');
  const place = (path: readonly string[], put: (at: Buffer) => void): void => {
    try {
      mkdirSync(at(path.slice(0, -1)), { recursive: true });
      put(at(path));
    } catch (error) {
      if (!/EEXIST|ENOTDIR|EISDIR|ENOENT|ELOOP|EACCES/.test(String(error))) throw error;
    }
  };
  // The least that git takes for a repository.
  for (const name of ['objects', 'refs', 'info']) mkdirSync(join(root, '.git', name), { recursive: true });
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
  for (const { path, content: bytes } of tree.files) place(path, (file) => writeFileSync(file, bytes, 'latin1'));
  for (const { directory: above, name, lines: all } of tree.rules) {
    const path = name.startsWith('.git/') ? name.split('/') : [...above, name];
    place(path, (file) => writeFileSync(file, `${all.join('\n')}\n`, { flag: 'wx' }));
  }
  for (const { path, target } of tree.links) place(path, (link) => symlinkSync(target, link));
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
