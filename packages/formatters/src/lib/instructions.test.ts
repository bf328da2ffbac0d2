import { describe, expect, it } from 'vitest';
import { instructionsFor } from './instructions.ts';

describe('instructionsFor', () => {
  const HEAD =
    'Tools to read, search and change files on this machine. Prefer them to shell commands for files: they keep encodings and line endings, write atomically, and say what went wrong.';
  const REST = 'are refused. A long result ends early and says how to go on.';

  it('says what may be done, and where', () => {
    const commands = { timeoutMs: 120_000, isConfined: true };
    const situation = { readOnly: true, dryRun: true, maxFileSize: 10 * 1024 * 1024, commands };
    const place = { workdir: '/w', trees: ['/w', '/x'], isNarrowed: true, isMoved: true };
    expect(instructionsFor({ ...situation, ...place }).split('\n')).toEqual([
      HEAD,
      'Allowed directories: /w, /x, as far as the folders of the workspace reach. Anything else is refused.',
      'Working directory: /w, or the first folder of the workspace that is allowed.',
      `Files over 10 MB ${REST}`,
      'Read-only.',
      'Dry run: nothing is changed, only reported.',
      'A command has 120 s unless a call says otherwise.',
      'Commands write only there, without network.',
    ]);
  });

  it('leaves out what does not hold, and names the client’s folders where they decide', () => {
    const situation = { readOnly: false, dryRun: false, maxFileSize: 1000, commands: null };
    expect(instructionsFor({ ...situation, workdir: '/w', trees: null }).split('\n')).toEqual([
      HEAD,
      'Allowed directories: the folders of the workspace, if the client names any; else /w. Anything else is refused.',
      'Working directory: /w, or the first of these folders if it lies in none of them.',
      `Files over 1000 bytes ${REST}`,
    ]);
  });

  it('says that nothing is allowed until the client names folders', () => {
    const situation = { readOnly: false, dryRun: false, maxFileSize: 1000, commands: null };
    expect(instructionsFor({ ...situation, workdir: '/', trees: [] }).split('\n')).toEqual([
      HEAD,
      'Allowed directories: the folders of the workspace, if the client names any; else none.',
      `Files over 1000 bytes ${REST}`,
    ]);
  });

  it('names five trees, and the end of a long path', () => {
    const trees = Array.from({ length: 7 }, (_, index) => `/${index}${'x'.repeat(200)}`);
    const situation = { readOnly: false, dryRun: false, maxFileSize: 1000, commands: null };
    const shown = `…${'x'.repeat(200)}`;
    expect(instructionsFor({ ...situation, workdir: '/w', trees })).toContain(
      `Allowed directories: ${Array(5).fill(shown).join(', ')} and 2 more. Anything else is refused.`,
    );
  });
});
