import type { IgnoreRules, State, Verdict } from '@dragoman/patterns';

/** The rules that apply from one directory on. */
export interface OwnRules {
  /** Rules of its `.ignore`. */
  readonly ignore: IgnoreRules | null;
  /** Rules of its `.gitignore`. */
  readonly git: IgnoreRules | null;
  /** Rules of its `.git/info/exclude`. */
  readonly exclude: IgnoreRules | null;
  /** The user's own, if a repository begins here. */
  readonly user: IgnoreRules | null;
  /** True if it holds a `.git`: git's rules from above do not apply from here on. */
  readonly isRepository: boolean;
}

/** All rules that apply in one directory. */
export interface IgnoreScope {
  /** The most that it may take to judge a name: see `IgnoreRules`. */
  readonly cost: number;
  /** True if the directory lies in a git repository. */
  readonly inRepository: boolean;
  excludes(name: string, isDirectory: boolean): boolean;
  /** The scope of the directory `name` in this one, before its own rules. */
  enter(name: string): IgnoreScope;
  /** Returns the scope with its directory's own rules added. */
  with(own: OwnRules): IgnoreScope;
}

/** The rules of one ignore file, and the state that this directory has in them. */
interface Layer {
  readonly rules: IgnoreRules;
  readonly state: State;
}

/** All rules by their source, in order of precedence; in each list those of the nearest directory come first. */
interface Layers {
  readonly ignore: readonly Layer[];
  readonly git: readonly Layer[];
  readonly exclude: readonly Layer[];
  readonly user: readonly Layer[];
}

/** A scope without any rules but the user's. */
export function outermostScope(user: IgnoreRules | null): IgnoreScope {
  return createScope({ ignore: [], git: [], exclude: [], user: prepend(user, []) }, false);
}

/** The scope below an excluded directory of a repository: all is excluded, except in a repository of its own. */
export function excludedScope(): IgnoreScope {
  const scope: IgnoreScope = {
    cost: 0,
    inRepository: true,
    excludes: () => true,
    enter: () => scope,
    with: (own) => (own.isRepository ? outermostScope(null).with(own) : scope),
  };
  return scope;
}

function createScope(layers: Layers, inRepository: boolean): IgnoreScope {
  const all = [...layers.ignore, ...layers.git, ...layers.exclude, ...layers.user];
  return {
    cost: all.reduce((sum, { rules }) => sum + rules.cost, 0),
    inRepository,
    excludes: (name, isDirectory) => judge(all, name, isDirectory) === 'excluded',
    enter(name) {
      if (all.every(({ state }) => state.isDone)) return this;
      const descend = (list: readonly Layer[]) =>
        list.map(({ rules, state }) => ({ rules, state: rules.enter(state, name) }));
      const { ignore, git, exclude, user } = layers;
      const inner = { ignore: descend(ignore), git: descend(git), exclude: descend(exclude), user: descend(user) };
      return createScope(inner, inRepository);
    },
    with(own) {
      if (!own.isRepository && own.ignore === null && own.git === null) return this;
      const outer = own.isRepository ? { ...layers, git: [], exclude: [], user: [] } : layers;
      return createScope(
        {
          ignore: prepend(own.ignore, outer.ignore),
          git: prepend(own.git, outer.git),
          exclude: prepend(own.exclude, outer.exclude),
          user: prepend(own.user, outer.user),
        },
        inRepository || own.isRepository,
      );
    },
  };
}

function judge(layers: readonly Layer[], name: string, isDirectory: boolean): Verdict | null {
  for (const { rules, state } of layers) {
    const verdict = rules.judge(state, name, isDirectory);
    if (verdict !== null) return verdict;
  }
  return null;
}

function prepend(rules: IgnoreRules | null, layers: readonly Layer[]): readonly Layer[] {
  return rules === null ? layers : [{ rules, state: rules.start }, ...layers];
}
