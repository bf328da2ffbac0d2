import { describe, expect, it } from 'vitest';
import { patchInCommand } from './patch-in-command.ts';

const PATCH = '*** Begin Patch\n*** Delete File: a\n*** End Patch';

describe('patchInCommand', () => {
  it.each([
    [`apply_patch <<'EOF'\n${PATCH}\nEOF`, ''],
    [`applypatch <<"PATCH"\n${PATCH}\nPATCH\n`, ''],
    [`  apply_patch << EOF\n${PATCH}\nEOF  \n`, ''],
    [`cd sub && apply_patch <<EOF\n${PATCH}\nEOF`, 'sub'],
    [`cd 'a b' && apply_patch <<EOF\n${PATCH}\nEOF`, 'a b'],
    [`cd "a b/c" &&\napply_patch <<EOF\n${PATCH}\nEOF`, 'a b/c'],
  ])('finds the patch in %j', (command, directory) => {
    expect(patchInCommand(command)).toEqual({ patch: PATCH, directory });
  });

  it.each([
    'apply_patch',
    `apply_patch <<EOF\n${PATCH}`,
    `apply_patch <<EOF\n${PATCH}\nEOF\nrm -rf x`,
    `apply_patch <<EOF\n${PATCH}\nEOF\nrm -rf x\nEOF`,
    `cd a; apply_patch <<EOF\n${PATCH}\nEOF`,
    `echo x && apply_patch <<EOF\n${PATCH}\nEOF`,
    `apply_patch <<EOF && ls\n${PATCH}\nEOF`,
    `cat <<EOF\n${PATCH}\nEOF`,
  ])('leaves %j to the shell', (command) => {
    expect(patchInCommand(command)).toBeNull();
  });
});
