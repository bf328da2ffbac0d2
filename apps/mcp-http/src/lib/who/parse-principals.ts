import { choiceOf, expandGlob, namedDirectory, parseSize, type Raw } from '@dragoman/dialects/internal/options';
import { LIMITS } from '@dragoman/tools/internal/session';
import { certainName, staticIdentity } from './identity.ts';
import type { Match, PrincipalEntry, Rights } from './principal-entry.ts';
import type { Quota } from './quota.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The entries of a file of principals. An unknown member is an error: a misspelled one would leave rights as
 * wide as they are.
 * @throws Error that names the faulty member
 */
export function parsePrincipals(text: string): readonly PrincipalEntry[] {
  const file = fieldsAt(parsed(text), 'the file', ['principals']);
  if (!Array.isArray(file.principals)) throw new Error('principals must be a list');
  const entries = file.principals.map((entry, index) => entryAt(entry, `principals[${index}]`));
  assertUnlike(
    entries.map((entry) => certainName(entry) ?? entry.name),
    'name',
  );
  assertApart(entries.flatMap(({ name, match }) => (match === null ? [name] : [])));
  assertUnlike(
    entries.flatMap(({ tokenSha256 }) => tokenSha256 ?? []),
    'tokenSha256',
  );
  return entries;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('it is no JSON', { cause });
  }
}

function assertUnlike(values: readonly string[], member: string): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new Error(`two principals have the ${member} "${twice}"`);
}

/** Some disks would give two such names one directory. */
function assertApart(names: readonly string[]): void {
  const folded = names.map((name) => staticIdentity(name).directory.toLowerCase().replace(/\.+$/, ''));
  const twice = names.find((_, index) => folded.indexOf(folded[index] ?? '') !== index);
  if (twice !== undefined)
    throw new Error(`two principals have the name "${twice}", but for letter case or final dots`);
}

const MEMBERS = ['name', 'tokenSha256', 'match', 'expires', 'roots', 'workdir', 'deny', 'readOnly', 'dialect', 'shell'];

function entryAt(value: unknown, at: string): PrincipalEntry {
  const fields = fieldsAt(value, at, [...MEMBERS, 'limits', 'quota']);
  const name = textAt(fields.name, `${at}.name`);
  if (!name.isWellFormed()) throw new Error(`${at}.name must be well-formed Unicode`);
  const { tokenSha256: hash = null, match = null, expires } = fields;
  if ((hash === null) === (match === null)) throw new Error(`${at} needs either tokenSha256 or match`);
  const isHash = hash === null || (typeof hash === 'string' && /^[\da-f]{64}$/i.test(hash));
  if (!isHash) throw new Error(`${at}.tokenSha256 must be 64 hexadecimal digits`);
  if (hash !== null) assertNoClaims([name, ...texts(fields.roots), ...texts([fields.workdir])], at);
  return {
    name,
    tokenSha256: hash === null ? null : String(hash).toLowerCase(),
    match: match === null ? null : matchAt(match, `${at}.match`),
    expiresMs: expires === undefined ? Number.POSITIVE_INFINITY : timeAt(expires, `${at}.expires`),
    rights: rightsAt(fields, at),
    quota: quotaAt(fields.quota ?? {}, `${at}.quota`),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function assertNoClaims(values: readonly string[], at: string): void {
  const found = values.find((value) => value.includes('{claims.'));
  if (found !== undefined) throw new Error(`${at}: "${found}" needs a token of an issuer, by match`);
}

function matchAt(value: unknown, at: string): Match {
  const { issuer, scope, claims = {} } = fieldsAt(value, at, ['issuer', 'scope', 'claims']);
  const entries = Object.entries(fieldsAt(claims, `${at}.claims`, null));
  return {
    issuer: issuer === undefined ? null : textAt(issuer, `${at}.issuer`),
    scopes: scope === undefined ? [] : textAt(scope, `${at}.scope`).split(' '),
    claims: new Map(entries.map(([name, text]) => [name, textAt(text, `${at}.claims.${name}`)])),
  };
}

function rightsAt(fields: Fields, at: string): Rights {
  const { roots, workdir, deny = [], readOnly = false, dialect, shell } = fields;
  if (typeof readOnly !== 'boolean') throw new Error(`${at}.readOnly must be true or false`);
  const path = (text: unknown, at: string): string => namedDirectory(rawAt(textAt(text, at), at));
  return {
    roots: roots === undefined ? null : listAt(roots, `${at}.roots`).map((root, i) => path(root, `${at}.roots[${i}]`)),
    workdir: workdir === undefined ? null : path(workdir, `${at}.workdir`),
    deny: listAt(deny, `${at}.deny`).map((glob, i) =>
      expandGlob(rawAt(textAt(glob, `${at}.deny`), `${at}.deny[${i}]`)),
    ),
    readOnly,
    dialect: dialect === undefined ? null : choiceOf('dialect', rawAt(dialect, `${at}.dialect`)),
    shell: shell === undefined ? null : choiceOf('shell', rawAt(shell, `${at}.shell`)),
    limits: limitsAt(fields.limits ?? {}, `${at}.limits`),
  };
}

function limitsAt(value: unknown, at: string): Rights['limits'] {
  const fields = fieldsAt(value, at, Object.keys(LIMITS));
  const given = Object.entries(fields).filter(([, size]) => size !== undefined);
  return Object.fromEntries(given.map(([name, size]) => [name, sizeAt(size, `${at}.${name}`)]));
}

const MAX_CALLS_PER_MINUTE = 1_000_000;

function quotaAt(value: unknown, at: string): Quota {
  const fields = fieldsAt(value, at, ['concurrentCalls', 'callsPerMinute', 'bytesWrittenPerDay', 'sessions']);
  const count = (name: string, max = Number.MAX_SAFE_INTEGER): number | null => {
    const number = fields[name];
    if (number === undefined) return null;
    if (Number.isSafeInteger(number) && Number(number) >= 1 && Number(number) <= max) return Number(number);
    throw new Error(`${at}.${name} must be a whole number from 1 up`);
  };
  const { bytesWrittenPerDay: bytes } = fields;
  return {
    concurrentCalls: count('concurrentCalls'),
    callsPerMinute: count('callsPerMinute', MAX_CALLS_PER_MINUTE),
    bytesWrittenPerDay: bytes === undefined ? null : sizeAt(bytes, `${at}.bytesWrittenPerDay`),
    sessions: count('sessions'),
  };
}

/** @param known the members that there may be; null for any */
function fieldsAt(value: unknown, at: string, known: readonly string[] | null): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${at} must be an object`);
  const unknown = Object.keys(value).find((name) => known !== null && !known.includes(name));
  if (unknown !== undefined) throw new Error(`${at} has the unknown member "${unknown}"`);
  return value as Fields;
}

function listAt(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${at} must be a list`);
}

function textAt(value: unknown, at: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${at} must be a text`);
}

function timeAt(value: unknown, at: string): number {
  const time =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(value)
      ? Date.parse(value)
      : Number.NaN;
  if (Number.isNaN(time)) throw new Error(`${at} must be a time such as 2027-03-01T00:00:00Z`);
  return time;
}

function sizeAt(value: unknown, at: string): number {
  return parseSize(rawAt(typeof value === 'number' ? String(value) : value, at));
}

function rawAt(value: unknown, at: string): Raw {
  const text = textAt(value, at);
  const currentDirectory = (): string => {
    throw new Error(`${at} must be an absolute path, not "${text}"`);
  };
  return { spelled: at, text, currentDirectory };
}
