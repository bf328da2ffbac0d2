import { describe, expect, it } from 'vitest';
import { instructionsFor } from './instructions.ts';

describe('instructionsFor', () => {
  const HEAD =
    'Tools to read, search and change files. Prefer them to shell commands: they keep encodings and line endings, write atomically, and say what went wrong.';
  const REST = 'are refused. Long results say how to go on.';

  it('says what may be done, and where', () => {
    const commands = { timeoutMs: 120_000, isConfined: true };
    const situation = { readOnly: true, dryRun: true, maxFileSize: 10 * 1024 * 1024, commands };
    const place = { workdir: '/w', trees: ['/w', '/x'], isNarrowed: true, isMoved: true };
    expect(instructionsFor({ ...situation, ...place }).split('\n')).toEqual([
      HEAD,
      'Allowed directories: /w, /x, as far as the folders of the workspace reach. Anything else is refused.',
      'Working directory: /w, or the first folder that is allowed.',
      `Files over 10 MB ${REST}`,
      'Read-only.',
      'Dry run: changes are only reported.',
      'Commands have 120 s by default, write only there, and have no network.',
    ]);
  });

  it('leaves out what does not hold, and names the client’s folders where they decide', () => {
    const situation = { readOnly: false, dryRun: false, maxFileSize: 1000, commands: null };
    expect(instructionsFor({ ...situation, workdir: '/w', trees: null }).split('\n')).toEqual([
      HEAD,
      'Allowed directories: the folders of the workspace; without any, /w. Anything else is refused.',
      'Working directory: /w, or the first folder if that is in none.',
      `Files over 1000 bytes ${REST}`,
    ]);
  });

  it('says that nothing is allowed until the client names folders', () => {
    const situation = { readOnly: false, dryRun: false, maxFileSize: 1000, commands: null };
    expect(instructionsFor({ ...situation, workdir: '/', trees: [] }).split('\n')).toEqual([
      HEAD,
      'Allowed directories: the folders of the workspace; without any, none.',
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
