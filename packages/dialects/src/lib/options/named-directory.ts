import { resolvedAsFarAs, showsWideDirectory, ToolError, wideDirectory } from '@dragoman/fs-core/internal/kernel';
import { absolutePath, type Raw } from './option-values.ts';

/** Words for the directories that are allowed only by name. */
export const WIDE = { root: 'the root of the file system', home: 'the home directory' } as const;

/**
 * The absolute path of a directory that is to be allowed.
 * @throws ToolError `INVALID_ARGUMENT` if that is one which is allowed only by name, and the name does not show it: `..`
 * and links may lead there unnoticed
 */
export function namedDirectory(raw: Raw): string {
  const path = absolutePath(raw);
  const climbs = /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(raw.text);
  if (!climbs && showsWideDirectory(path)) return path;
  const kind = wideDirectory(path);
  if (kind === null) return path;
  const sentence = `${raw.spelled}: "${raw.text}" is ${WIDE[kind]}, which is allowed only by name: write "${resolvedAsFarAs(path)}" if you mean it`;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: raw.spelled, text: raw.text }, sentence);
}
