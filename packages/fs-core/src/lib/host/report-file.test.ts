import { existsSync, statSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openReportFile } from './report-file.ts';

it('holds what another writes to it, until it is closed', () => {
  const file = openReportFile();
  if (file === null) throw new Error('There is no private directory');
  expect(file.read(10)).toHaveLength(0);
  if (process.platform !== 'win32') expect(statSync(file.path).mode & 0o777).toBe(0o600);
  writeFileSync(file.path, 'written');
  expect(Buffer.from(file.read(5)).toString()).toBe('writt');
  expect(Buffer.from(file.read(100)).toString()).toBe('written');
  file[Symbol.dispose]();
  expect(existsSync(file.path)).toBe(false);
});
