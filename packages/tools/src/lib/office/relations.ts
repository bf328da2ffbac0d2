import type { OfficePackage } from './open-package.ts';
import { parsePart } from './parse-part.ts';

/** A part that another one names. */
export interface Relation {
  /** The last name of the type, which is the same in both editions of the standard. */
  readonly type: string;
  readonly part: string;
}

/** The parts that a part names, by the ids of these relations; those of the document as a whole for an empty name. */
export async function relationsOf(from: OfficePackage, part: string): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const list = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!from.has(list)) return relations;
  await parsePart(from, list, {
    open(name, { Id: id, Type: type = '', Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return;
      relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), part: resolved(folder, target) });
    },
  });
  return relations;
}

/** The first part of a type. */
export function partOfType(relations: ReadonlyMap<string, Relation>, type: string): string | undefined {
  return [...relations.values()].find((relation) => relation.type === type)?.part;
}

function resolved(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}
