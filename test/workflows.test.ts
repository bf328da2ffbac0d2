import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const top = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(top, path), 'utf8');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string | readonly string[];
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const WORKFLOWS = ['bench', 'ci', 'release', 'title'];
const workflow = (name: string): Workflow => parse(read(`.github/workflows/${name}.yml`));
const setup = parse(read('.github/actions/setup/action.yml')).runs.steps as readonly Step[];
const jobs = WORKFLOWS.flatMap((name) =>
  Object.entries(workflow(name).jobs).map(([job, { steps }]) => ({ job, steps })),
);
const steps = [...jobs.flatMap(({ steps: own }) => own), ...setup];

describe('the workflows', () => {
  it('are all known here', () => {
    expect(readdirSync(join(top, '.github/workflows')).sort()).toEqual(WORKFLOWS.map((name) => `${name}.yml`));
  });

  it('pin each action by its commit, and name the version beside it', () => {
    const files = [...WORKFLOWS.map((name) => `.github/workflows/${name}.yml`), '.github/actions/setup/action.yml'];
    const uses = files.flatMap((file) => read(file).match(/uses: .*/g) ?? []);
    expect(uses.length).toBeGreaterThan(5);
    for (const line of uses)
      expect(line).toMatch(/^uses: (?:\.\/\.github\/actions\/setup|[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+)$/);
  });

  it('leave no token in a clone', () => {
    const clones = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(clones.length).toBeGreaterThan(5);
    for (const { with: given } of clones) expect(given).toMatchObject({ 'persist-credentials': false });
  });

  it('give no right that a job does not name', () => {
    for (const name of ['bench', 'ci']) expect(workflow(name).permissions).toEqual({ contents: 'read' });
    for (const name of ['release', 'title']) expect(workflow(name).permissions).toEqual({});
  });

  it('install from the lockfile and run no script of a dependency', () => {
    const installing = steps.flatMap(({ run = '' }) => run.match(/.*\b(?:install|ci)\b.*/g) ?? []);
    const ours = installing.filter((line) => /\bpnpm@|\bnpm (?:ci|i|install)\b/.test(line));
    expect(ours.length).toBeGreaterThan(1);
    for (const line of ours) expect(line).toMatch(/install --frozen-lockfile --ignore-scripts$/);
  });
});

describe('every night', () => {
  it('the newest Claude Code is recorded anew, and what it answers otherwise is shown', () => {
    const runs = workflow('ci').jobs['claude-answers']?.steps.flatMap(({ run = [] }) => run) ?? [];
    expect(runs).toEqual([
      expect.stringContaining(' record:claude'),
      expect.stringMatching(/^git diff --exit-code .* -- test\/dialects\/claude$/),
    ]);
  });
});

describe('a release', () => {
  const { jobs: release } = workflow('release');
  const mayWrite = Object.entries(release).filter(([, job]) => Object.values(job.permissions ?? {}).includes('write'));

  it('builds with no right but to read, and publishes in another job', () => {
    expect(release.build?.permissions).toEqual({ contents: 'read' });
    expect(release.publish?.permissions).toEqual({ 'id-token': 'write' });
    expect(mayWrite.map(([name]) => name)).toEqual(['propose', 'publish', 'tag']);
  });

  it('runs nothing of the repository or a dependency beside a right to write', () => {
    for (const [name, job] of mayWrite) {
      const words = job.steps.map(({ run = '' }) => run).join('\n');
      expect(words, name).not.toMatch(
        /\b(?:pnpm|npx|node|turbo|vitest)\b|npm (?:ci|i|install|run|exec)\b|\.\/(?!\$file)/,
      );
      for (const { uses = 'actions/' } of job.steps) expect(uses).toMatch(/^actions\//);
    }
    expect(release.publish?.steps.at(-1)?.run).toMatch(/npm publish .* --ignore-scripts$/m);
  });
});

describe('the title of a pull request', () => {
  const [step] = workflow('title').jobs.title?.steps ?? [];
  const isTaken = (title: string): boolean =>
    spawnSync('bash', ['-e', '-c', step?.run ?? 'false'], { env: { ...process.env, TITLE: title } }).status === 0;

  it
    .runIf(process.platform === 'linux')
    .each([
      'fix: keep the mode of a moved file',
      'feat(shell)!: end commands with their session',
      'build: raise the versions for a release',
      `docs: ${'x'.repeat(66)}`,
    ])('may be %j', (title) => {
    expect(isTaken(title)).toBe(true);
  });

  it
    .runIf(process.platform === 'linux')
    .each([
      'Keep the mode of a moved file',
      'fix keep',
      'fix:keep',
      'fix: ',
      'Fix: keep',
      'wip: keep',
      `docs: ${'x'.repeat(67)}`,
      '$(touch pwned)',
      '"; exit 0; "',
    ])('may not be %j', (title) => {
    expect(isTaken(title)).toBe(false);
  });
});

describe('the image', () => {
  const dockerfile = read('apps/mcp-http/Dockerfile');

  it('names its base by digest, and installs from a lockfile without scripts', () => {
    const bases = dockerfile.match(/^FROM .*/gm) ?? [];
    expect(bases).toHaveLength(1);
    for (const base of bases) expect(base).toMatch(/^FROM [\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/);
    expect(dockerfile.match(/npm \w+ .*/g)).toEqual(['npm ci --ignore-scripts --no-audit --no-fund']);
  });

  it('has the ripgrep of the workspace, known by its hash', () => {
    const { dependencies } = JSON.parse(read('apps/mcp-http/image/package.json'));
    const { packages } = JSON.parse(read('apps/mcp-http/image/package-lock.json'));
    const { '': root, ...locked } = packages as Record<
      string,
      { readonly version: string; readonly integrity: string }
    >;
    expect(root).toMatchObject({ dependencies });
    for (const { version, integrity } of Object.values(locked)) {
      expect(version).toBe(dependencies['@vscode/ripgrep']);
      expect(integrity).toMatch(/^sha512-/);
    }
    // The first document is of the package manager itself.
    const lockfile = parseAllDocuments(read('pnpm-lock.yaml')).at(-1)?.toJS();
    const { version } = lockfile.catalogs.default['@vscode/ripgrep'];
    expect(dependencies).toEqual({ '@vscode/ripgrep': version });
  });
});

describe('updates of dependencies', () => {
  it('are as old as what pnpm installs', () => {
    const { minimumReleaseAge } = JSON.parse(read('renovate.json'));
    expect(minimumReleaseAge).toBe(`${parse(read('pnpm-workspace.yaml')).minimumReleaseAge / 60 / 24} days`);
  });
});

describe('the forms', () => {
  it.each(['bug', 'proposal'])('have what GitHub demands, and a name for each answer (%s)', (name) => {
    const { name: title, description, body } = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`));
    expect([typeof title, typeof description]).toEqual(['string', 'string']);
    const asked = (body as { type: string; id?: string; attributes: { label?: string } }[]).filter(
      ({ type }) => type !== 'markdown',
    );
    const ids = asked.map(({ id }) => id);
    expect(new Set(ids).size).toBe(asked.length);
    for (const { id, attributes } of asked)
      expect([id, attributes.label]).toEqual([expect.any(String), expect.any(String)]);
  });
});
