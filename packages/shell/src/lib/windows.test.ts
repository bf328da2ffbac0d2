import { describe, expect, it } from 'vitest';
import { bashPlaces, windowsDirectory } from './windows.ts';

describe('bashPlaces', () => {
  it('begins where Git for Windows installs itself, for all users and for one', () => {
    const places = bashPlaces({
      PROGRAMFILES: 'C:\\Program Files',
      'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local',
    });
    expect(places).toEqual([
      'C:\\Program Files\\Git\\bin\\bash.exe',
      'C:\\Program Files (x86)\\Git\\bin\\bash.exe',
      'C:\\Users\\me\\AppData\\Local\\Programs\\Git\\bin\\bash.exe',
    ]);
  });

  it('goes on with the PATH, without the bash of Windows and without relative entries', () => {
    const PATH = 'c:\\windows\\system32;C:\\Users\\me\\AppData\\Local\\Microsoft\\WindowsApps;D:\\git\\cmd;E:\\msys;.;';
    expect(bashPlaces({ PATH, SYSTEMROOT: 'C:\\Windows' })).toEqual([
      'D:\\git\\bin\\bash.exe',
      'D:\\git\\cmd\\bash.exe',
      'E:\\msys\\bash.exe',
    ]);
  });
});

it.each([
  ['C:/project/my dir', 'C:\\project\\my dir'],
  ['/c/project', null],
  ['project', null],
])('windowsDirectory(%j) is %j', (path, directory) => {
  expect(windowsDirectory(path)).toBe(directory);
});
