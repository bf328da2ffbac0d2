import {
  assertKnownVariables,
  OPTIONS,
  type Option,
  type Options,
  type RawOptions,
  readOptions,
  readTable,
  unnamedDirectory,
  type ValuesOf,
} from '@dragoman/dialects/internal/options';
import { HTTP_TABLE } from './http-option-table.ts';
import { isLoopback } from './listen-address.ts';

/** Options of `dragoman-http`, checked, with defaults filled in. */
export interface HttpOptions extends ValuesOf<typeof HTTP_TABLE> {
  /** The outer bound of what any token may do. */
  readonly shared: Options;
  /** The token of the variable that `--token-env` names. */
  readonly token: string | null;
}

/** The options of all apps without `--overlay`: an overlay has one session at a time. */
export const SHARED_OPTIONS: readonly Option[] = OPTIONS.filter(({ name }) => name !== 'overlay');

/** All options of this app, in the order of its help page. */
export const ALL_OPTIONS: readonly Option[] = [...Object.values(HTTP_TABLE), ...SHARED_OPTIONS];

/** Defaults in place of those of the other apps. */
export const APP_DEFAULTS: Readonly<Record<string, string>> = { 'log-level': 'info' };

type Environment = Readonly<Record<string, string | undefined>>;

interface Host {
  readonly environment: Environment;
  readonly currentDirectory: () => string;
}

/** @throws Error with one line for a person in a terminal */
export function readHttpOptions(given: RawOptions, { environment, currentDirectory }: Host): HttpOptions {
  const { values } = readTable(HTTP_TABLE, given, { environment, currentDirectory });
  assertKnownVariables(environment, values.tokenEnv === null ? [] : [values.tokenEnv]);
  const token = values.tokenEnv === null ? null : tokenIn(environment, values.tokenEnv);
  // A command that a client runs must not find the token that lets every client in.
  const { [values.tokenEnv ?? '']: _, ...rest } = environment;
  const read = readOptions(given, { environment: rest, currentDirectory }, APP_DEFAULTS);
  if (read.overlay) throw new Error('DRAGOMAN_OVERLAY: an overlay has one session at a time, and this server has many');
  assertCoherent(values);
  return { ...values, shared: withoutClientRoots(read), token };
}

/** Over HTTP no client is asked for roots: what the command line says is all. @throws ToolError `ACCESS_DENIED` */
function withoutClientRoots(options: Options): Options {
  const unnamed = unnamedDirectory(options);
  if (unnamed !== null) throw unnamed;
  const { volumes, workdir, spelled } = options;
  const allow = options.allow ?? (volumes.length > 0 ? [] : [workdir]);
  return { ...options, allow, roots: 'auto', spelled: { ...spelled, workdir: '--workdir' } };
}

function tokenIn(environment: Environment, name: string): string {
  // A secret that was written with an editor or by `echo` ends in a newline.
  const token = (environment[name] ?? '').trim();
  if (/^[A-Za-z0-9._~+/-]+=*$/.test(token)) return token;
  if (/^(["']).*\1$/s.test(token))
    throw new Error(`--token-env ${name}: the quotation marks around the token belong to a shell; leave them out`);
  throw new Error(`--token-env ${name}: that variable holds no token; dragoman-http token makes one`);
}

// What is served beside the endpoint.
const OWN_PATHS = ['/healthz', '/readyz', '/.well-known'];

function assertCoherent(values: ValuesOf<typeof HTTP_TABLE>): void {
  const { listen, path, principals, tokenEnv, issuer, noAuth, publicUrl, jwks } = values;
  const isLocal = isLoopback(listen);
  if (noAuth && !isLocal) throw new Error('--no-auth needs a loopback address or unix: in --listen');
  const hasTokens = principals !== null || tokenEnv !== null;
  if (noAuth && (hasTokens || issuer !== null))
    throw new Error('--no-auth asks for no token, so it cannot stand beside --principals, --token-env or --issuer');
  if (!noAuth && !hasTokens && issuer === null)
    throw new Error('No token is known: give --principals, --token-env or, for yourself alone, --no-auth');
  if (OWN_PATHS.some((own) => path === own || path.startsWith(`${own}/`)))
    throw new Error(`--path ${path}: something else is served there; take another path, such as /mcp`);
  if (jwks !== null && issuer === null) throw new Error('--jwks needs --issuer');
  if (!isLocal && publicUrl === null) throw new Error('An address that is not loopback needs --public-url');
}
