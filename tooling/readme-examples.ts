import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

/** A block of code in a README that a test runs unchanged. */
export interface Example {
  readonly page: string;
  readonly language: 'ts' | 'sh';
  readonly code: string;
  /** Output of the example, where the README shows it. */
  readonly output: string | null;
  readonly line: number;
}

/** An example, and the package whose dependencies it may use. */
export interface ReadmeExample extends Example {
  readonly home: string;
}

const top = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** The examples of all public packages and of the page on embedding. */
export function readmeExamples(): readonly ReadmeExample[] {
  const homes = ['packages', 'apps']
    .flatMap((folder) => readdirSync(join(top, folder)).map((name) => `${folder}/${name}`))
    .filter((home) => !JSON.parse(readFileSync(join(top, home, 'package.json'), 'utf8')).private);
  const pages = [
    ...homes.map((home) => ({ page: `${home}/README.md`, home })),
    { page: 'docs/embedding.md', home: 'packages/dialects' },
  ];
  return pages
    .filter(({ page }) => existsSync(join(top, page)))
    .flatMap(({ page, home }) => examplesOf(page).map((example) => ({ home, ...example })));
}

/**
 * The programs of a page of Markdown, named by its path in the repository, and the commands whose output it shows in a
 * `text` block that follows.
 */
function examplesOf(page: string): Example[] {
  const markdown = readFileSync(join(top, page), 'utf8');
  const block = /^```(ts|sh)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms;
  return [...markdown.matchAll(block)].flatMap(({ 1: language, 2: code = '', 3: output = null, index }) => {
    if (language !== 'ts' && output === null) return [];
    const line = markdown.slice(0, index).split('\n').length;
    return [{ page, language: language === 'ts' ? 'ts' : 'sh', code, output, line }];
  });
}

/** Puts a program where it finds the dependencies of its package; in `node_modules`, git does not see it. */
export function writeProgram(home: string, { page, code, line }: Example): string {
  const file = join(top, home, 'node_modules', '.readme', `${basename(page, '.md')}-line-${line}.ts`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  return file;
}

/** Runs an example as a user would, in the directory `cwd`, and returns what it printed. */
export async function runExample(home: string, example: Example, cwd: string): Promise<string> {
  if (example.language === 'sh') return runCommands(example.code, cwd);
  const program = join(cwd, 'node_modules', 'example.mjs');
  await bundle(home, writeProgram(home, example), program);
  const { stdout } = await run(process.execPath, [program], { cwd });
  rmSync(dirname(program), { recursive: true });
  return stdout;
}

async function runCommands(code: string, cwd: string): Promise<string> {
  const bin = join(cwd, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  for (const [command, app] of [
    ['dragoman', 'cli'],
    ['dragoman-mcp', 'mcp-stdio'],
    ['dragoman-http', 'mcp-http'],
  ] as const) {
    writeFileSync(join(bin, command), `#!/bin/sh\nexec node '${join(top, 'apps', app, 'dist', 'main.js')}' "$@"\n`);
    chmodSync(join(bin, command), 0o755);
  }
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const { stdout } = await run('sh', ['-euc', code], { cwd, env });
  rmSync(join(cwd, 'node_modules'), { recursive: true });
  return stdout;
}

/** Bundles one file of JavaScript from the workspace's sources, so that no build is needed and any Node runs it. */
async function bundle(home: string, program: string, file: string): Promise<void> {
  const { name } = JSON.parse(readFileSync(join(top, home, 'package.json'), 'utf8'));
  const build = await rolldown({
    input: program,
    platform: 'node',
    external: [/^@vscode\/ripgrep/, /^sharp$/],
    resolve: {
      conditionNames: ['@dragoman/source', 'node', 'import', 'default'],
      alias: { [`${name}$`]: join(top, home, 'src', 'index.ts') },
    },
    transform: { target: 'node20.19' },
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  const ripgrep = join(top, 'packages', 'search', 'node_modules', '@vscode');
  if (existsSync(ripgrep)) symlinkSync(ripgrep, join(dirname(file), '@vscode'), 'junction');
}
