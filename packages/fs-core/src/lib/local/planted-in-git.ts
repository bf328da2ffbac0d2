import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { choosePlatform, type Pin } from '../descriptors/platform.ts';
import { attempt, orNull } from '../errors/best-effort.ts';
import { decodeName } from '../paths/byte-path.ts';
import { removeEntry } from '../transaction/remove-entry.ts';

// Files that git writes by itself lie in these and in the git directory: a link would have it write elsewhere.
const FOLLOWED = /^(?:logs(?:\/.*)?|objects(?:\/info)?)$/;
// Git reads objects wherever it says.
const BORROWED = 'objects/info/alternates';

interface PlantedSearch {
  readonly directory: string;
  /** Paths in it that git would obey. */
  readonly unwanted: readonly string[];
}

/** The paths in a git directory that git would obey, or follow out of it. */
export function plantedIn(search: PlantedSearch): string[] {
  const paths: string[] = [];
  eachPlanted(search, (_, path) => paths.push(path));
  return paths;
}

/** Removes what `plantedIn` finds; returns the paths. */
export function removePlanted(searches: readonly PlantedSearch[]): string[] {
  const paths: string[] = [];
  for (const search of searches)
    eachPlanted(search, (pin, path, name) => {
      attempt(() => removeEntry(choosePlatform(), pin, name));
      paths.push(path);
    });
  return paths;
}

type Visit = (directory: Pin, path: string, name: string) => void;

/** Holds each directory that it looks into: a process that goes on could put a link in its place. */
function eachPlanted({ directory, unwanted }: PlantedSearch, visit: Visit): void {
  const platform = choosePlatform();
  const pending = [''];
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    const pin = pinBelow(directory, below);
    if (pin === null) continue;
    for (const entry of orNull(() => entriesOf(pin)) ?? []) {
      const name = decodeName(entry.name);
      const path = join(below, name);
      if (entry.isSymbolicLink() || path === BORROWED || unwanted.includes(path))
        visit(pin, join(directory, path), name);
      else if (entry.isDirectory() && FOLLOWED.test(path)) pending.push(path);
    }
    platform.release(pin);
  }
}

function entriesOf(pin: Pin): Dirent<Buffer>[] {
  return choosePlatform().within(pin, (at) => readdirSync(at('.'), { withFileTypes: true, encoding: 'buffer' }));
}

/** Pins a directory by names of which none may be a link; null if it is gone. */
function pinBelow(directory: string, path: string): Pin | null {
  const platform = choosePlatform();
  let pin = orNull(() => platform.pin?.(directory) ?? null);
  for (const name of path.split('/').filter((part) => part !== '')) {
    const above: Pin | null = pin;
    if (above === null) return null;
    pin = orNull(() => platform.pinEntry(above, name));
    platform.release(above);
  }
  return pin;
}
