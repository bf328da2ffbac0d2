import type { IgnoreRules, Verdict } from './ignore-rules.ts';
import type { Place } from './trail.ts';

/** The rules that a directory itself brings. */
export interface OwnRules {
  /** Of its `.ignore`. */
  readonly ignore: IgnoreRules | null;
  /** Of its `.gitignore`. */
  readonly git: IgnoreRules | null;
  /** Of its `.git/info/exclude`. */
  readonly exclude: IgnoreRules | null;
  /** Of the user, where a repository begins. */
  readonly user: IgnoreRules | null;
  /** It holds a `.git`: what git's rules say above it ends here. */
  readonly isRepository: boolean;
}

/** All rules that hold in one directory. */
export interface IgnoreScope {
  /** Whether git's rules hold here: inside a repository, or wherever none is needed. */
  readonly inRepository: boolean;
  excludes(name: string, isDirectory: boolean): boolean;
  /** The scope of the directory `name` in this one, before its own rules. */
  enter(name: string): IgnoreScope;
  /** This scope with the rules that its directory brings. */
  with(own: OwnRules): IgnoreScope;
}

interface Layer {
  readonly rules: IgnoreRules;
  readonly place: Place;
}

/** Each list has the nearest directory's rules first; the lists themselves stand in order of precedence. */
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

/** The scope of what lies in an excluded directory of a repository: all of it is, but for a repository within. */
export function excludedScope(): IgnoreScope {
  const scope: IgnoreScope = {
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
    inRepository,
    excludes: (name, isDirectory) => judge(all, name, isDirectory) === 'excluded',
    enter(name) {
      if (all.every(({ place }) => place.steps.length === 0)) return this;
      const descend = (list: readonly Layer[]) =>
        list.map(({ rules, place }) => ({ rules, place: rules.enter(place, name) }));
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
  for (const { rules, place } of layers) {
    const verdict = rules.judge(place, name, isDirectory);
    if (verdict !== null) return verdict;
  }
  return null;
}

function prepend(rules: IgnoreRules | null, layers: readonly Layer[]): readonly Layer[] {
  return rules === null ? layers : [{ rules, place: rules.start }, ...layers];
}
