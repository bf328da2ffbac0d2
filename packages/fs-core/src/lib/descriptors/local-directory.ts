import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { basename, sep } from 'node:path';
import { orNull } from '../errors/best-effort.ts';
import { fromErrno } from '../errors/errno.ts';
import { notRegular } from '../errors/not-regular.ts';
import { ToolError } from '../errors/tool-error.ts';
import { isOwnTempFileName } from '../lock/lock-owner.ts';
import { linkText, systemPath } from '../paths/byte-path.ts';
import { leadsDown } from '../paths/normalize-path.ts';
import type { Access, Scope } from '../paths/scope.ts';
import type { LocalTree, OpenDirectory, OwnStat, RealPath } from '../volume/open-entry.ts';
import { firstOf } from '../volume/read-range.ts';
import { isAllowedBelow, isAllowedPath, isAllowedPin, isAt } from './allowed-pin.ts';
import { entriesAt, kindOf } from './directory-entries.ts';
import { identityAt, identityOf, ownStatOf, type StatIdentity } from './file-identity.ts';
import type { Listings } from './listings.ts';
import { LocalFile } from './local-file.ts';
import type { AllowedPin, Pin, Platform } from './platform.ts';

/** State that the directories of a volume share. */
export interface DirectoryContext {
  readonly platform: Platform;
  readonly scope: Scope;
  readonly listings: Listings;
}

/** A pinned and allowed directory; closing it releases the pin. */
export class LocalDirectory implements OpenDirectory {
  readonly kind = 'directory';
  readonly realPath: RealPath;
  readonly identity: StatIdentity;
  readonly #context: DirectoryContext;
  readonly #pin: AllowedPin;
  /** The path with a separator at its end. */
  readonly #inside: string;
  #isOpen = true;

  constructor(context: DirectoryContext, pin: AllowedPin) {
    this.realPath = pin.realPath;
    this.identity = identityOf(pin.stat);
    this.#context = context;
    this.#pin = pin;
    this.#inside = pin.realPath.endsWith(sep) ? pin.realPath : pin.realPath + sep;
  }

  entries(): ReturnType<OpenDirectory['entries']> {
    const { platform, listings } = this.#context;
    const isShown = (name: string) => this.#isShown(name);
    const read = () => platform.within(this.#pin, (at) => entriesAt(at('.'), isShown));
    try {
      return (
        listings.recall(this.realPath, () => this.#stateNow()) ?? listings.read(this.realPath, this.identity, read)
      );
    } catch (error) {
      throw fromErrno(error, 'list', this.realPath);
    }
  }

  knownEntries(relativePath: string): ReturnType<OpenDirectory['knownEntries']> {
    const path = this.#pathOf(relativePath);
    return this.#context.listings.recall(path, () => identityAt(path));
  }

  ownStat(): OwnStat {
    return ownStatOf(this.#pin.stat);
  }

  readLink(name: string): string | null {
    if (!isEntryName(name) || !this.#isShown(name)) return null;
    return orNull(() => this.#context.platform.within(this.#pin, (at) => linkText(at(name))));
  }

  openDirectory(relativePath: string): OpenDirectory {
    const entry = this.#pinBelow(relativePath);
    if (entry.stat.isDirectory()) return new LocalDirectory(this.#context, entry);
    this.#context.platform.release(entry);
    const path = this.#pathOf(relativePath);
    throw new ToolError({ code: 'NOT_DIRECTORY', path }, `Cannot list "${path}": not a directory`);
  }

  openFile(relativePath: string): LocalFile {
    const { platform } = this.#context;
    const entry = this.#pinBelow(relativePath);
    const path = this.#pathOf(relativePath);
    if (entry.stat.isFile()) return new LocalFile(openContent(platform, entry, path), entry);
    platform.release(entry);
    throw notRegular('open', path, entry.stat);
  }

  readAtOnce(relativePath: string, maxBytes: number): Buffer | null {
    using file = this.openFile(relativePath);
    if (file.size > maxBytes) return null;
    const bytes = Buffer.alloc(file.size);
    return firstOf(bytes, file.readAtOnce(bytes, 0));
  }

  stat(name: string): ReturnType<OpenDirectory['stat']> {
    if (!isEntryName(name) || !this.#isShown(name)) return null;
    const stat = this.#statOf(name);
    return stat === null ? null : { kind: kindOf(stat), size: stat.size, mtimeMs: stat.mtimeMs };
  }

  permits(relativePath: string, access: Access = 'read'): boolean {
    const path = this.#pathOf(relativePath);
    return !isOwnTempFileName(basename(relativePath)) && isAllowedPath(this.#context.scope, path, access);
  }

  /** Looks up by path, which takes half as long as by descriptor. */
  hintOf(relativePath: string): Stats | null {
    return orNull(() => lstatSync(systemPath(this.#pathOf(relativePath)), QUIETLY));
  }

  ctimeHint(relativePath: string): number {
    return this.#statOf(relativePath || '.')?.ctimeMs ?? Number.POSITIVE_INFINITY;
  }

  localTree(): LocalTree {
    const { platform } = this.#context;
    try {
      // A child that cannot enter the directory fails as if its program could not be run.
      platform.within(this.#pin, (at) => accessSync(at('.'), constants.X_OK));
    } catch (error) {
      throw fromErrno(error, 'enter', this.realPath);
    }
    const launchPath = platform.launchPath(this.#pin);
    return { descriptor: this.#pin.fd, launchPath, missing: 0, [Symbol.dispose]: () => undefined };
  }

  close(): void {
    if (this.#isOpen) this.#context.platform.release(this.#pin);
    this.#isOpen = false;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Every name of a walk passes here, and `join` would take longer than the judging. */
  #pathOf(relativePath: string): string {
    return this.#inside + (sep === '/' ? relativePath : relativePath.replaceAll('/', sep));
  }

  #isShown(name: string): boolean {
    return !isOwnTempFileName(name) && isAllowedBelow(this.#context.scope, name, this.#pathOf(name));
  }

  #pinBelow(relativePath: string): AllowedPin {
    const { platform, scope } = this.#context;
    const path = this.#pathOf(relativePath);
    if (!leadsDown(relativePath) || !isAllowedBelow(scope, relativePath, path)) throw accessDenied(path, scope.roots);
    const straight = this.#pinStraight(relativePath, path);
    if (straight !== null) return straight;
    const entry = this.#pinByNames(relativePath);
    // If the directory was moved since it was opened, the entry is judged by the path it has now.
    if (isAt(entry, path) || isAllowedPin(scope, entry, 'read')) return entry;
    platform.release(entry);
    throw accessDenied(path, scope.roots);
  }

  /** Several names in one step; null if that meets a link, or fails, which may be because of where a link led. */
  #pinStraight(relativePath: string, path: RealPath): AllowedPin | null {
    if (!relativePath.includes('/')) return null;
    const { platform } = this.#context;
    const entry = orNull(() => platform.pinBelow?.(this.#pin, relativePath));
    if (entry === null || isAt(entry, path)) return entry;
    platform.release(entry);
    return null;
  }

  #pinByNames(relativePath: string): Pin {
    const { platform } = this.#context;
    let reached: Pin = this.#pin;
    try {
      for (const name of relativePath.split('/')) {
        const outer = reached;
        reached = platform.pinEntry(outer, name);
        if (outer !== this.#pin) platform.release(outer);
      }
      return reached;
    } catch (error) {
      if (reached !== this.#pin) platform.release(reached);
      throw fromErrno(error, 'open', this.#pathOf(relativePath));
    }
  }

  #statOf(relativePath: string): Stats | null {
    return orNull(() => this.#context.platform.within(this.#pin, (at) => lstatSync(at(relativePath), QUIETLY)));
  }

  #stateNow(): StatIdentity | null {
    return orNull(() => this.#context.platform.within(this.#pin, (at) => identityAt(at('.')) ?? undefined));
  }
}

const QUIETLY = { throwIfNoEntry: false } as const;

/** True if a name stands for one entry, and is not a path to another directory. */
function isEntryName(name: string): boolean {
  return leadsDown(name) && !name.includes('/');
}

function accessDenied(path: string, allowed: readonly string[]): ToolError {
  return new ToolError({ code: 'ACCESS_DENIED', path, allowed }, `Access denied: "${path}"`);
}

function openContent(platform: Platform, pin: AllowedPin, path: string): number {
  try {
    return platform.openContent(pin);
  } catch (error) {
    throw fromErrno(error, 'open', path);
  }
}
