import { describe, expect, it } from 'vitest';
import { shortNameObjection, windowsObjection } from './windows-path.ts';

describe('windowsObjection', () => {
  it.each([
    ['C:\\src\\main.ts', null],
    ['C:/src/../main.ts', null],
    ['d:\\con-fig\\communal.txt', null],
    ['C:main.ts', 'drive-relative'],
    ['\\src\\main.ts', 'no-drive'],
    ['\\\\server\\share\\file', 'network-share'],
    ['//server/share/file', 'network-share'],
    ['\\\\?\\C:\\file', 'device'],
    ['\\\\.\\PhysicalDrive0', 'device'],
    ['C:\\file.txt:hidden', 'alternate-stream'],
    ['C:\\file.txt::$DATA', 'alternate-stream'],
    ['C:\\secret.', 'bad-end'],
    ['C:\\secret \\file', 'bad-end'],
    ['C:\\NUL', 'reserved-name'],
    ['C:\\a\\com1.txt', 'reserved-name'],
    ['C:\\a\\LPT².log', 'reserved-name'],
    ['C:\\PROGRA~1\\x', null],
    ['C:\\what?', 'bad-character'],
  ])('%s: %s', (path, objection) => {
    expect(windowsObjection(path)).toBe(objection);
  });
});

describe('shortNameObjection', () => {
  it.each([
    ['PROGRA~1', true],
    ['secret~12.TXT', true],
    ['notes~', false],
    ['a~1.backup', false],
    ['~user', false],
  ])('%s: %s', (name, isShort) => {
    expect(shortNameObjection(name)).toBe(isShort ? 'short-name' : null);
  });
});
