// Says how fine-grained the sources are: how long functions are, what takes many parameters, which classes there are, how
// the files of each room depend on each other, and how many things one word means. `node tooling/grain.mjs [folder]`
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

const LONG_LINES = 50;
const MOST_PARAMETERS = 3;
const WORDS = ['place', 'settled', 'mark'];

const top = process.argv[2] ?? '.';
const homes = ['packages', 'apps']
  .flatMap((folder) => readdirSync(join(top, folder)).map((name) => `${folder}/${name}/src`))
  .filter((home) => home !== 'packages/testing/src');
const files = homes.flatMap((home) => sourcesOf(home));
const functions = files.flatMap((file) => functionsOf(file));

printFunctions();
for (const home of homes.toSorted()) printRooms(home);
printWords();

function sourcesOf(home) {
  return readdirSync(join(top, home), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ home, file, path: join(home, file), source: readFileSync(join(top, home, file), 'utf8') }));
}

/** Functions with a body of statements: their names, how many lines they take, and how many parameters. */
function functionsOf({ path, source }) {
  const found = [];
  const names = new Map();
  const lineOf = (offset) => source.slice(0, offset).split('\n').length;
  const add = (node) => {
    if (node.body?.type !== 'BlockStatement' && node.body?.type !== 'FunctionBody') return;
    const at = lineOf(node.start);
    const name = node.id?.name ?? names.get(node.start) ?? 'anonymous';
    found.push({ path, at, name, lines: lineOf(node.end) - at + 1, parameters: node.params.length });
  };
  const name = ({ key, value }) => names.set(value?.start, source.slice(key.start, key.end));
  new Visitor({
    MethodDefinition: name,
    Property: name,
    VariableDeclarator: ({ id, init }) => init && names.set(init.start, source.slice(id.start, id.end)),
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(parseSync(path, source).program);
  return found;
}

function printFunctions() {
  const sizes = functions.map(({ lines }) => lines).sort((one, other) => one - other);
  const at = (share) => sizes[Math.floor(sizes.length * share)];
  console.log(
    `${files.length} files, ${sizes.length} functions: ${at(0.5)} lines in the median, ${at(0.9)} at the 90th percentile`,
  );
  const long = functions.filter(({ lines }) => lines > LONG_LINES).sort((one, other) => other.lines - one.lines);
  console.log(`\n${long.length} functions of more than ${LONG_LINES} lines`);
  for (const { path, name, lines, at: line } of long) console.log(`  ${lines}  ${path}:${line} ${name}`);
  const many = functions.filter(({ parameters }) => parameters > MOST_PARAMETERS);
  console.log(`\n${many.length} functions of more than ${MOST_PARAMETERS} parameters`);
  for (const { path, name, parameters, at: line } of many) console.log(`  ${parameters}  ${path}:${line} ${name}`);
  const classes = files.flatMap(({ path, source }) =>
    [...source.matchAll(/^(?:export )?class (\w+)/gm)].map(([, name]) => `${path} ${name}`),
  );
  console.log(`\n${classes.length} classes\n${classes.map((line) => `  ${line}`).join('\n')}`);
}

/** Rooms are the folders below `src/lib`; an arrow is an import of one file by another, or of one room by another. */
function printRooms(home) {
  const own = files.filter((file) => file.home === home);
  const arrows = own.flatMap(({ file, source }) =>
    [
      ...new Set(
        [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, name]) =>
          normalize(join(dirname(file), name)),
        ),
      ),
    ].map((target) => [file, target]),
  );
  const roomOf = (file) => relative('lib', dirname(file)) || '.';
  const inner = arrows.filter(([from]) => from.startsWith('lib/'));
  const rooms = new Set(own.filter(({ file }) => file.startsWith('lib/')).map(({ file }) => roomOf(file)));
  const between = new Set(
    inner
      .map((arrow) => arrow.map(roomOf))
      .filter(([from, to]) => from !== to)
      .map(String),
  );
  console.log(
    `\n${home}: ${own.length} files, ${inner.length} arrows; ${rooms.size} rooms, ${between.size} arrows between them`,
  );
}

/** Prints in how many files a word names something. */
function printWords() {
  console.log('');
  for (const word of WORDS) {
    const pattern = new RegExp(
      `(?:const|let|function|class|interface|type|readonly)\\s+${word}\\b|[({,]\\s*${word}[:,)]`,
      'i',
    );
    const naming = files.filter(({ source }) => pattern.test(source)).map(({ path }) => path);
    console.log(
      `"${word}" names something in ${naming.length} files${naming.length <= 12 ? `: ${naming.join(', ')}` : ''}`,
    );
  }
}
