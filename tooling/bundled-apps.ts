import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const workspace = join(import.meta.dirname, '..');
const below = (directory: string) => readdirSync(join(workspace, directory)).map((name) => `${directory}/${name}`);

/** Bundles each app whose bundle is older than one of its sources, for the projects whose tests start them. */
export default async function setUp(): Promise<void> {
  const packages = below('packages').filter((name) => !name.endsWith('/testing'));
  const shared = [...packages.map((name) => `${name}/src`), 'tooling', 'pnpm-lock.yaml'].map(lastChange);
  const apps = below('apps').filter((app) => {
    const built = join(workspace, app, 'dist/main.js');
    const newest = Math.max(...shared, lastChange(`${app}/src`), lastChange(`${app}/package.json`));
    return !existsSync(built) || statSync(built).mtimeMs < newest;
  });
  await Promise.all(apps.map(bundle));
}

/** The latest time at which a file or directory at or below a path changed, in milliseconds. */
function lastChange(path: string): number {
  const place = join(workspace, path);
  const stats = statSync(place);
  const names = stats.isDirectory() ? readdirSync(place).filter((name) => name !== 'node_modules') : [];
  return Math.max(stats.mtimeMs, ...names.map((name) => lastChange(join(path, name))));
}

/** Runs the script `bundle` of an app. */
async function bundle(app: string): Promise<void> {
  const cwd = join(workspace, app);
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const programs = join(workspace, 'node_modules/.bin');
  const env = { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) };
  const child = spawn(scripts.bundle, { cwd, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${app} was not bundled:\n${said}`);
}
