/** How names of plans end, which lie among records of other kinds. */
export const PLAN_SUFFIX = '.turn';

export function isPlanName(name: string): boolean {
  return name.endsWith(PLAN_SUFFIX);
}
