import { isAbsolute, resolve } from 'node:path';
import { escapeGlob, expandHome, ToolError } from '@dragoman/fs-core/internal/kernel';

/** The text that an option was set to, and the flag or variable that set it, for messages. */
export interface Raw {
  readonly spelled: string;
  readonly text: string;
  /** @throws ToolError if it is gone */
  readonly currentDirectory: () => string;
}

export function assertChoice<Choice extends string>(raw: Raw, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === raw.text);
  if (chosen !== undefined) return chosen;
  throw invalid(raw, `one of ${choices.join(', ')}`);
}

export function assertText(raw: Raw): string {
  if (raw.text !== '') return raw.text;
  const { spelled: option, text } = raw;
  const message = `${option} must be given a value, or left out for its default`;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option, text }, message);
}

/** A region becomes a part of the host's name, so it may hold no character that ends one. */
export function assertRegion(raw: Raw): string {
  if (/^[a-z0-9-]+$/i.test(raw.text)) return raw.text;
  throw invalid(raw, 'a name of letters, digits and hyphens');
}

// `${workspaceFolder}`, `${env:HOME}`.
const PLACEHOLDER = /\$\{[^}]*\}/;
const IN_PATH = [
  PLACEHOLDER,
  // Only at the beginning: `$lang` may be a folder of that name.
  /^(?:\$\w+|%\w+%)(?=[\\/]|$)/,
  // As a whole name: `<path>`, `{{path}}`, `$(pwd)`.
  /(?<![^\\/])(?:<[^<>\\/]+>|\{\{[^{}]+\}\}|\$\([^()]+\))(?=[\\/]|$)/,
];

/**
 * The absolute form of a path whose leading `~` is the home directory, as a shell would have it.
 * @throws ToolError `INVALID_ARGUMENT` for a placeholder that the client should have replaced
 */
export function absolutePath(raw: Raw): string {
  assertPlainPath(raw);
  const path = expandHome(withoutPlaceholder(raw, IN_PATH));
  return isAbsolute(path) ? resolve(path) : resolve(raw.currentDirectory(), path);
}

/** Refuses what clients pass on of a configuration that was written for something else. */
function assertPlainPath(raw: Raw): void {
  if (/^(["'`]).*\1$/s.test(raw.text)) throw invalid(raw, 'a path without quotation marks');
  if (/^(?:file:|[a-z][a-z\d+.-]*:\/\/)/i.test(raw.text)) throw invalid(raw, 'a path and no URL');
  if (/,\s*(?:[/~]|[a-z]:[\\/])/i.test(raw.text)) throw invalid(raw, 'a single path');
}

/** A glob whose leading `~` is the home directory, in which that stands for nothing but itself. */
export function expandGlob(raw: Raw): string {
  const glob = withoutPlaceholder(raw, [PLACEHOLDER]);
  return expandHome(glob) === glob ? glob : escapeGlob(expandHome('~')) + glob.slice(1);
}

function withoutPlaceholder(raw: Raw, placeholders: readonly RegExp[]): string {
  const text = assertText(raw);
  const [placeholder] = placeholders.flatMap((pattern) => pattern.exec(text) ?? []);
  if (placeholder === undefined) return text;
  const sentence = `${raw.spelled}: "${placeholder}" stands for a directory, and the client that starts the server should have put that in its place; this one does not, so write the directory itself`;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: raw.spelled, text }, sentence);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** Bytes: a plain number, or one of B, KB, MB or GB. */
export function parseSize(raw: Raw): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?b)?$/i.exec(raw.text) ?? [];
  const size = Math.floor(Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
  if (Number.isSafeInteger(size) && size > 0) return size;
  throw invalid(raw, 'a size such as 500000, 256KB, 10MB or 1GB');
}

/** The text in the largest unit that `parseSize` reads as these bytes. */
export function sizeText(bytes: number): string {
  const [unit = '', unitBytes = 1] = Object.entries(UNITS).findLast(([, each]) => bytes % each === 0) ?? [];
  return `${bytes / unitBytes}${unit.toUpperCase()}`;
}

/** A whole number from 1 to `max`. */
export function parseCount(raw: Raw, max: number): number {
  const count = /^\d+$/.test(raw.text) ? Number(raw.text) : Number.NaN;
  if (count >= 1 && count <= max) return count;
  throw invalid(raw, max === Number.MAX_SAFE_INTEGER ? 'a whole number from 1 up' : `a whole number from 1 to ${max}`);
}

/** A switch that is named without a value is on. */
export function parseSwitch(raw: Raw): boolean {
  if (['', '1', 'true', 'yes', 'on'].includes(raw.text.toLowerCase())) return true;
  if (['0', 'false', 'no', 'off'].includes(raw.text.toLowerCase())) return false;
  throw invalid(raw, 'true or false');
}

/** Without a name or a password, which others could read in the list of processes. */
export function assertUrl(raw: Raw): string {
  const url = URL.canParse(raw.text) ? new URL(raw.text) : null;
  const isFit = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (isFit) return raw.text;
  // If the text is no URL, everything before its last `@` may be a password.
  const secret = url?.host ? /^(.*?\/\/)[^/?#]*@/ : /^([a-z\d+.-]+:\/+)?.*@/is;
  throw invalid({ ...raw, text: raw.text.replace(secret, '$1…@') }, 'a URL with http or https, without a user');
}

/** The error for a value of an option that is not what is expected. */
export function invalid({ spelled, text }: Raw, expected: string): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'option', option: spelled, text },
    `${spelled} must be ${expected}, not "${text}"`,
  );
}
