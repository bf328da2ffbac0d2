// Puts every published package where the examples find it, as an install of the tarballs would: with what is packed and
// nothing else, and with the versions of the lockfile for what it depends on. Needs a finished build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const top = join(import.meta.dirname, '..');
const packages = join(top, 'packages');
const modules = join(top, 'examples', 'node_modules');
const room = mkdtempSync(join(tmpdir(), 'dragoman-examples-'));

try {
  rmSync(join(modules, '@dragoman'), { recursive: true, force: true });
  for (const folder of readdirSync(packages)) {
    const home = join(packages, folder);
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    if (!manifest.private) unpack(home, manifest);
  }
} finally {
  rmSync(room, { recursive: true });
}

function unpack(home, { name, dependencies = {} }) {
  const target = join(modules, name);
  mkdirSync(target, { recursive: true });
  const shell = process.platform === 'win32';
  const packed = execFileSync('pnpm', ['pack', '--json', '--pack-destination', room], { cwd: home, shell });
  const { filename } = JSON.parse(packed.toString());
  execFileSync('tar', ['-xzf', filename, '--strip-components=1', '-C', target]);
  for (const dependency of Object.keys(dependencies)) {
    if (!dependency.startsWith('@dragoman/'))
      link(join(home, 'node_modules', dependency), join(target, 'node_modules', dependency));
  }
}

function link(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(realpathSync(from), to, 'junction');
}
