import type { HelpTable } from './help-page.ts';
import { OPTIONS, type Option } from './option-table.ts';

/** The rows of options for a help page. @param defaults of an app, by option name, in place of the table's */
export function optionRows(
  defaults: Readonly<Record<string, string>> = {},
  options: readonly Option[] = OPTIONS,
): HelpTable['rows'] {
  return options.map((option) => [
    option.value === null ? `--${option.name}` : `--${option.name} <${option.value}>`,
    about(option, defaults[option.name] ?? option.fallback),
  ]);
}

function about({ description, choices, value, repeatable }: Option, fallback: string): string {
  const notes = [
    choices?.join(', '),
    repeatable && 'repeatable',
    value !== null && fallback !== '' && `default: ${fallback}`,
  ].filter((note) => note);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
