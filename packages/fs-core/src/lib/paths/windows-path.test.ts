import { describe, expect, it } from 'vitest';
import { shortNameObjection, windowsObjection } from './windows-path.ts';

describe('windowsObjection', () => {
  it.each([
    ['C:\\src\\main.ts', null],
    ['C:/src/../main.ts', null],
    ['d:\\con-fig\\communal.txt', null],
    ['C:main.ts', 'is relative to the current directory of a drive'],
    ['\\src\\main.ts', 'names no drive'],
    ['\\\\server\\share\\file', 'is on a network share'],
    ['//server/share/file', 'is on a network share'],
    ['\\\\?\\C:\\file', 'names a device'],
    ['\\\\.\\PhysicalDrive0', 'names a device'],
    ['C:\\file.txt:hidden', 'names an alternate stream'],
    ['C:\\file.txt::$DATA', 'names an alternate stream'],
    ['C:\\secret.', 'has a name that ends in a dot or a space'],
    ['C:\\secret \\file', 'has a name that ends in a dot or a space'],
    ['C:\\NUL', 'has the reserved name of a device'],
    ['C:\\a\\com1.txt', 'has the reserved name of a device'],
    ['C:\\a\\LPT².log', 'has the reserved name of a device'],
    ['C:\\PROGRA~1\\x', null],
    ['C:\\what?', 'contains a character that no name may have'],
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
    expect(shortNameObjection(name)).toBe(isShort ? 'has a short (8.3) name' : null);
  });
});
