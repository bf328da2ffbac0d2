import {
  assertText,
  choice,
  count,
  FILE,
  invalid,
  list,
  option,
  optional,
  type Raw,
  SWITCH,
  single,
} from '@dragoman/dialects/internal/options';
import { listenAddress, tcpAddress } from './listen-address.ts';

// Node's timers know no longer time.
const MAX_MS = 2 ** 31 - 1;

/** Options of `dragoman-http` beside those that all apps share, in the order of its help page. */
export const HTTP_TABLE = {
  listen: option(
    'listen',
    single('address', '127.0.0.1:7345', listenAddress),
    'Where to serve: host:port, or unix:<path>; port 0 takes a free one',
  ),
  path: option('path', single('path', '/mcp', urlPath), 'The path of the endpoint'),
  publicUrl: option(
    'public-url',
    optional('url', httpUrl),
    'The endpoint as clients see it, which tokens must be made for (default: made from --listen)',
  ),
  allowHost: option(
    'allow-host',
    { ...list('name', hostName), separator: ',' },
    'A further name that clients may call the server by, besides localhost and the one in --public-url',
  ),
  allowOrigin: option(
    'allow-origin',
    { ...list('origin', origin), separator: ',' },
    'A web page whose scripts may call the server, such as https://app.example.com',
  ),
  principals: option('principals', FILE, 'Who may do what: a JSON file, read again when it changes'),
  tokenEnv: option(
    'token-env',
    optional('name', assertText),
    'The variable that holds a token with all rights of this command line',
  ),
  issuer: option('issuer', optional('url', issuerUrl), 'Whose JSON Web Tokens count'),
  jwks: option('jwks', optional('url or file', assertText), 'The keys of the issuer (default: as its metadata says)'),
  noAuth: option('no-auth', SWITCH, 'Ask for no token: on a loopback address or a socket only'),
  secretFile: option(
    'secret-file',
    FILE,
    '32 bytes or more that sign session ids and continuations, the same on each node (default: the user’s own)',
  ),
  workers: option(
    'workers',
    optional('n', wholeNumber),
    'Threads that hold the sessions, so that a volume that stalls holds up no others; 0 is none (default: 0; for a cluster volume as many as there are processors, at least 2)',
  ),
  maxSessions: option(
    'max-sessions',
    count('n', '10000'),
    'The most sessions; beyond that, one that is idle is closed, of whoever has most',
  ),
  sessionIdleMs: option(
    'session-idle',
    count('ms', '1800000', MAX_MS),
    'After which time without a call the state of a session is dropped',
  ),
  callTimeoutMs: option('call-timeout', count('ms', '300000', MAX_MS), 'The longest that a call may take'),
  maxCalls: option('max-calls', count('n', '64'), 'The most calls that run at once, for each worker; others wait'),
  drainMs: option('drain', count('ms', '25000', MAX_MS), 'How long calls may go on after SIGTERM'),
  metrics: option(
    'metrics',
    optional('host:port', (raw) => tcpAddress(raw)),
    'Where to serve metrics, as OpenMetrics text',
  ),
  metricsPrincipals: option('metrics-principals', SWITCH, 'Tell principals apart in metrics'),
  logFormat: option(
    'log-format',
    choice('format', 'auto', ['auto', 'json', 'text']),
    'How each call is logged to stderr: auto is text in a terminal and json elsewhere',
  ),
};

const MAX_WORKERS = 256;

function wholeNumber(raw: Raw): number {
  const number = /^\d{1,3}$/.test(raw.text) ? Number(raw.text) : Number.NaN;
  if (number <= MAX_WORKERS) return number;
  throw invalid(raw, `a whole number from 0 to ${MAX_WORKERS}`);
}

function urlPath(raw: Raw): string {
  if (/^\/[\w~!$&'()*+,;=:@./-]*$/.test(raw.text) && new URL(raw.text, 'http://localhost').pathname === raw.text)
    return raw.text;
  throw invalid(raw, 'a path such as /mcp');
}

function httpUrl(raw: Raw): URL {
  const url = URL.canParse(raw.text) ? new URL(raw.text) : null;
  const isBare = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isBare && /^https?:$/.test(url.protocol)) return url;
  throw invalid(raw, 'a URL such as https://files.example.com/mcp');
}

/** URL as it was written: it is compared with that in tokens. */
function issuerUrl(raw: Raw): string {
  httpUrl(raw);
  return raw.text;
}

function hostName(raw: Raw): string {
  const name = raw.text.toLowerCase();
  if (/^(?:\[[\da-f:.]+\]|[\w.-]+)$/.test(name)) return name;
  throw invalid(raw, 'a name without a port, such as files.example.com');
}

function origin(raw: Raw): string {
  if (URL.canParse(raw.text) && new URL(raw.text).origin === raw.text) return raw.text;
  throw invalid(raw, 'an origin such as https://app.example.com');
}
