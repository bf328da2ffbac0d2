// One page for each package, made from the docstrings of what its doors export. Writes `api/`, which is not kept.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';

const packages = join(import.meta.dirname, '..', 'packages');

for (const folder of readdirSync(packages)) {
  const { name, private: kept, exports } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
  const doors = doorsOf(exports);
  if (!kept && doors.length > 0) await writePage(name, folder, doors);
}

/** Doors that semver covers; a package without one has no page. */
function doorsOf(exports) {
  const paths = Object.keys(exports).filter((path) => !path.startsWith('./internal/') && path !== './package.json');
  return paths.map((path) => exports[path]['@dragoman/source']);
}

async function writePage(name, folder, doors) {
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    name,
    entryPoints: doors.map((door) => join(packages, folder, door)),
    tsconfig: join(import.meta.dirname, 'tsconfig.api.json'),
    readme: 'none',
    excludeExternals: true,
    excludePrivate: true,
    disableSources: true,
    skipErrorChecking: true,
    sort: ['source-order'],
    groupOrder: ['Functions', 'Classes', '*'],
    // Names of things that stay inside are shown as plain code.
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
    // How the pages look.
    outputs: [{ name: 'markdown', path: join(import.meta.dirname, 'api', folder) }],
    outputFileStrategy: 'modules',
    entryFileName: 'index.md',
    entryModule: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    useCodeBlocks: true,
  });
  const project = await app.convert();
  if (project === undefined) throw new Error(`${name}: its sources do not compile`);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
}
