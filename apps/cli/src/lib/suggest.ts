import { nearest } from '@dragoman/tools/options';

/** `; did you mean "view"?` where a name is near what was typed, else ''. @param spell writes a name as it is typed */
export function suggestion(typed: string, names: readonly string[], spell = (name: string) => name): string {
  const [near] = nearest(typed, names);
  return near === undefined ? '' : `; did you mean "${spell(near)}"?`;
}
