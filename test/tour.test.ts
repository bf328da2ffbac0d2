import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const top = join(import.meta.dirname, '..');

describe('the tour', () => {
  it('prints what the README says, and leaves nothing behind', { timeout: 60_000 }, () => {
    const env = { ...process.env, NO_COLOR: '1' };
    const printed = execFileSync(process.execPath, [join(top, 'tooling/tour.mjs')], { encoding: 'utf8', env });
    const [, shown] = /```text tour\n([\s\S]*?)```/.exec(readFileSync(join(top, 'README.md'), 'utf8')) ?? [];
    expect(printed, 'run `pnpm refresh-readme`').toBe(shown);
    expect(existsSync(join(top, '.tour'))).toBe(false);
  });

  it('runs one tool when it is given one', () => {
    const args = [join(top, 'tooling/tour.mjs'), 'view', 'LICENSE', '--view_range', '1,1'];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trimEnd()).toBe('     1\tMIT License');
  });
});
