import { isAllowedPin } from '../descriptors/allowed-pin.ts';
import { fileFactsOf } from '../descriptors/file-facts.ts';
import { LocalFile } from '../descriptors/local-file.ts';
import type { Pin } from '../descriptors/platform.ts';
import { accessDenied, type Confinement } from '../descriptors/resolve-existing.ts';
import { versionOf } from '../descriptors/version.ts';
import { afterwards } from '../errors/best-effort.ts';
import { isOwnTempFileName } from '../lock/lock-owner.ts';
import { linkText } from '../paths/byte-path.ts';
import { digestIn, type KeptFile, type KeptNode } from './entry-change.ts';
import type { ContentKeeper } from './recorder.ts';
import { namesIn } from './remove-entry.ts';

/** The name to look at, and how. */
export interface Look {
  /** The directory in which it lies. */
  readonly of: Pin;
  readonly name: string;
  /** Store for contents; null if they are only to be recognized later. */
  readonly keeping: ContentKeeper | null;
  /** True if the entries of a directory belong to it. */
  readonly isWhole: boolean;
}

/** Describes the entry of a name, a link not followed. @throws the system's error; ToolError `ACCESS_DENIED` */
export async function nodeAt(context: Confinement, look: Look): Promise<KeptNode> {
  const { platform, scope } = context;
  const pin = platform.pinEntry(look.of, look.name);
  if (pin.stat.isFile()) {
    if (!isAllowedPin(scope, pin, 'write')) {
      platform.release(pin);
      throw accessDenied(scope, { path: look.of.realPath });
    }
    using file = new LocalFile(platform.openContent(pin), pin);
    return await fileNode(file, look.keeping);
  }
  using _ = afterwards(() => platform.release(pin));
  if (pin.stat.isSymbolicLink())
    return { kind: 'link', target: platform.within(look.of, (at) => linkText(at(look.name))) };
  if (!pin.stat.isDirectory()) return { kind: 'other' };
  const mode = Number(pin.stat.mode) & 0o7777;
  return look.isWhole
    ? { kind: 'directory', mode, entries: await entriesOf(context, pin, look) }
    : { kind: 'directory', mode };
}

async function entriesOf(context: Confinement, pin: Pin, look: Look): Promise<Record<string, KeptNode>> {
  const entries: [string, KeptNode][] = [];
  for (const name of namesIn(context.platform, pin).sort()) {
    if (!isOwnTempFileName(name)) entries.push([name, await nodeAt(context, { ...look, of: pin, name })]);
  }
  return Object.fromEntries(entries);
}

/** An open file. */
export async function fileNode(file: LocalFile, keeping: ContentKeeper | null): Promise<KeptFile> {
  const { size, mode, descriptor } = file;
  const version = () => versionOf(file);
  if (keeping === null) return { kind: 'file', version: await version(), mode, size, isKept: false };
  const known = fileFactsOf(file.identity).version;
  return await keeping.file({ descriptor, size, mode, version }, known === undefined ? null : digestIn(known));
}
