import { dialectNames } from '@dragoman/dialects';
import { describeDialect } from '@dragoman/dialects/internal/options';
import { dragoman } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { needProgram, openCommandLine } from './shell.ts';

describe('man', () => {
  it('has a chapter for every tool', async () => {
    const { stdout } = await dragoman(['man']);
    for (const dialect of dialectNames()) {
      for (const name of (await describeDialect(dialect)).toolNames) {
        expect(stdout).toContain(`\n.SH ${name.toUpperCase()} (${dialect.toUpperCase().replace('-', '\\-')})\n`);
      }
    }
  });

  it('is shown by man without a warning', async (context) => {
    needProgram(context, 'man');
    await using commandLine = await openCommandLine({ 'dragoman.1': (await dragoman(['man'])).stdout });
    const shown = await commandLine.run('man', ['--warnings', '--local-file', 'dragoman.1']);
    expect(shown).toMatchObject({ stderr: '', code: 0 });
    expect(shown.stdout).toMatch(/dragoman grep \S?oldName/);
  });

  it('is what mandoc takes for a manual', async (context) => {
    needProgram(context, 'mandoc');
    await using commandLine = await openCommandLine({ 'dragoman.1': (await dragoman(['man'])).stdout });
    const { stdout } = await commandLine.run('mandoc', ['-T', 'lint', '-W', 'warning', 'dragoman.1']);
    // A page that is made by the program it is about has no date of its own.
    expect(stdout.split('\n').filter((line) => !/missing date|^$/.test(line))).toEqual([]);
  });
});
