import { dialectNames } from '@dragoman/dialects';
import { describeDialect, helpText } from '@dragoman/dialects/internal/options';
import { dragoman } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '../src/lib/commands/about.ts';
import { commandPage, toolPage } from '../src/lib/pages.ts';

describe('help', () => {
  it.each([
    ['program', ['--help']],
    ['view', ['view', '--help']],
    ['call', ['call', '--help']],
  ])('reads as it did: %s', async (name, args) => {
    const { stdout, stderr, code } = await dragoman(args);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    await expect(stdout, 'if this is meant, run this file with `vitest -u`').toMatchFileSnapshot(`pages/${name}.txt`);
  });

  it.each(dialectNames())('has a page for every tool of dialect %s', async (dialect) => {
    const { toolNames, describe: definitionOf } = await describeDialect(dialect);
    for (const name of toolNames) {
      const definition = definitionOf(name);
      if (definition === undefined) throw new Error(`${name} is not described`);
      const page = helpText(await toolPage(definition, dialect));
      for (const parameter of Object.keys(definition.inputSchema.properties)) expect(page).toContain(parameter);
      expect(page).toMatch(/\nExamples:\n {2}.*\bdragoman .*\n {2}.*\bdragoman /);
      expect(longLines(page)).toEqual([]);
    }
  });

  it.each(COMMAND_NAMES)('has a page for %s', async (name) => {
    const { stdout, code } = await dragoman(['help', name]);
    expect({ stdout, code }).toEqual({ stdout: helpText(commandPage(name)), code: 0 });
    if (name !== 'help') expect(await dragoman([name, '--help'])).toMatchObject({ stdout, code: 0 });
  });

  it.each(dialectNames())('shows examples that work in dialect %s, where that is spoken', async (dialect) => {
    const { stdout } = await dragoman(['help'], { env: { DRAGOMAN_DIALECT: dialect } });
    const { toolNames } = await describeDialect(dialect);
    const examples = stdout.slice(stdout.indexOf('\nExamples:\n')).match(/\bdragoman .*$/gm) ?? [];
    expect(examples).toHaveLength(2);
    for (const example of examples) expect(toolNames).toContain(/ (?:--\S+ \S+ )*(\w+)/.exec(example)?.[1]);
  });

  it('knows no page for what there is not', async () => {
    expect(await dragoman(['help', 'veiw'])).toMatchObject({
      stdout: '',
      stderr: 'dragoman: No help on "veiw" in dialect editor; did you mean "view"?\n',
      code: 2,
    });
  });
});

/** Lines that no terminal shows whole, but for what cannot be broken. */
function longLines(page: string): string[] {
  return page.split('\n').filter((line) => line.length > 100 && !/^ {2}\S/.test(line));
}
