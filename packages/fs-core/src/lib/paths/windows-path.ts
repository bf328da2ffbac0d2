import type { PathObjection } from '../errors/failure-parts.ts';

// learn.microsoft.com, "Naming Files, Paths, and Namespaces": with any extension, and the superscript digits too.
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:[ .]|$)/i;

/** The reason why Windows would take this path for something else than the file it spells; null if it would not. */
export function windowsObjection(path: string): PathObjection | null {
  if (/^[\\/]{2}[.?][\\/]/.test(path)) return 'device';
  if (/^[\\/]{2}/.test(path)) return 'network-share';
  if (/^[A-Za-z]:(?![\\/])/.test(path)) return 'drive-relative';
  if (/^[\\/]/.test(path)) return 'no-drive';
  const names = path.replace(/^[A-Za-z]:/, '').split(/[\\/]/);
  return names.map(objectionToName).find((objection) => objection !== null) ?? null;
}

function objectionToName(name: string): PathObjection | null {
  if (name === '' || name === '.' || name === '..') return null;
  if (name.includes(':')) return 'alternate-stream';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Windows allows none of them in a name
  if (/[\u0000-\u001f<>"|?*]/.test(name)) return 'bad-character';
  if (/[ .]$/.test(name)) return 'bad-end';
  return RESERVED.test(name) ? 'reserved-name' : null;
}

/**
 * The reason why a name that does not exist must not be made: by the time it is, it may be the short alias that Windows
 * makes for a long name, and slip past a deny glob. One that exists is judged by its long name.
 */
export function shortNameObjection(name: string): PathObjection | null {
  return /~\d+(?:\.[^.]{0,3})?$/.test(name) ? 'short-name' : null;
}
