import { similarNames } from '@dragoman/fs-core/internal/kernel';

/** `; did you mean "view"?` if a name is near what was typed, else ''. @param spell writes a name as it is typed */
export function suggestion(typed: string, names: readonly string[], spell = (name: string) => name): string {
  const [near] = similarNames(plain(typed), names.map(plain));
  const name = names.find((candidate) => plain(candidate) === near);
  return name === undefined ? '' : `; did you mean "${spell(name)}"?`;
}

/** Names may be spelled with `-` for `_`. */
function plain(name: string): string {
  return name.replaceAll('-', '_');
}
