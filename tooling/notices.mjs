import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes `THIRD-PARTY-NOTICES.txt` beside a bundle: the licence of every package whose code is in it. */
export function notices() {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
      const homes = new Set(modules.map(homeOfDependency).filter((home) => home !== undefined));
      const source = [...homes]
        .map(noticeOf)
        .sort((a, b) => a.localeCompare(b))
        .join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source });
    },
  };
}

/** The directory of the installed package that a module belongs to; none for modules of the workspace. */
function homeOfDependency(id) {
  const file = id.replace(/^\0/, '').replace(/\?.*$/, '');
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1];
}

function noticeOf(home) {
  const { name, version, license = 'unknown', author } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const file = readdirSync(home).find((entry) => /^(licen[cs]e|copying|notice)/i.test(entry));
  if (file === undefined && author === undefined) throw new Error(`${name}: neither a licence file nor an author`);
  const text = file ? readFileSync(join(home, file), 'utf8').trim() : `Copyright (c) ${author.name ?? author}`;
  return `${name} ${version} (${license})\n\n${text}\n`;
}
