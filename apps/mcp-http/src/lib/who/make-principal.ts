import { createHash } from 'node:crypto';
import type { Options } from '@dragoman/dialects/internal/options';
import { limitsOf } from '@dragoman/tools/internal/session';
import type { Identity } from './identity.ts';
import { localTrees, narrowedOptions } from './narrowed-options.ts';
import type { Principal, Scope } from './principal.ts';
import type { Rights } from './principal-entry.ts';
import type { Quota } from './quota.ts';

export const ALL_RIGHTS: Rights = {
  roots: null,
  workdir: null,
  deny: [],
  readOnly: false,
  dialect: null,
  shell: null,
  limits: {},
};

/** The identity, rights and quota that a token stands for. */
export interface Holder {
  readonly identity: Identity;
  readonly rights: Rights;
  readonly quota: Quota;
  readonly expiresMs: number;
  /** Scopes that the token names; null for a token that names none, which has all that its rights leave. */
  readonly scopes: ReadonlySet<string> | null;
}

/** The principal of a holder within the options of the command line. */
export function makePrincipal(base: Options, holder: Holder): Omit<Principal, 'isCurrent'> {
  const { identity, rights, quota, expiresMs } = holder;
  const { name, id } = identity;
  const isEverything = rights === ALL_RIGHTS;
  // Of directories that are missing, the start has told.
  const allowed = { ...(isEverything ? base : narrowedOptions(base, rights, identity.directory)), passedOver: [] };
  const outer = rights.roots === null && rights.workdir === null ? null : localTrees(base);
  const scopes = scopesOf(allowed, holder.scopes);
  const options = withScopes(allowed, scopes);
  const { allow, volumes, workdir, deny, readOnly, dialect, shell, memoryDir } = options;
  const touches = [allow, volumes, outer, workdir, deny, readOnly, dialect, shell, memoryDir];
  const bounds = Object.values(limitsOf((name) => options[name]));
  const key = createHash('sha256')
    .update(JSON.stringify([id, touches, bounds, quota]))
    .digest('base64url');
  return { name, id, key, scopes, options, outer, quota, usageKey: JSON.stringify([id, quota]), expiresMs };
}

/** Commands may change files, so they need the scope for that, too. */
function scopesOf({ readOnly, dryRun, shell }: Options, named: ReadonlySet<string> | null): ReadonlySet<Scope> {
  const has = (scope: Scope): boolean => named?.has(scope) ?? true;
  const scopes = new Set<Scope>();
  if (!has('files:read')) return scopes;
  scopes.add('files:read');
  if (readOnly || !has('files:write')) return scopes;
  scopes.add('files:write');
  if (shell !== 'off' && !dryRun && has('shell:run')) scopes.add('shell:run');
  return scopes;
}

function withScopes(options: Options, scopes: ReadonlySet<Scope>): Options {
  return {
    ...options,
    readOnly: !scopes.has('files:write'),
    shell: scopes.has('shell:run') ? options.shell : 'off',
  };
}
