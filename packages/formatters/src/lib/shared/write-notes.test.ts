import { describe, expect, it } from 'vitest';
import { writeFacts, writeNotes } from './write-notes.ts';

const plain = {
  ...{ path: 'f', realPath: '/r/f', created: false, bytesWritten: 1, version: 'sha256:0' },
  ...{ brokeHardLink: false, notKept: [], synced: true, dryRun: false },
};

describe('writeNotes', () => {
  it('says nothing of a write like any other', () => {
    expect(writeNotes(plain)).toEqual([]);
  });

  it('says what else became of the file', () => {
    expect(writeNotes({ ...plain, brokeHardLink: true, notKept: ['owner', 'xattrs'], synced: false })).toEqual([
      'Note: the file had other hard links; they keep the old content.',
      'Note: could not be kept: owner, xattrs.',
      'Note: the directory could not be synced; a power failure may bring the old content back.',
    ]);
  });
});

describe('writeFacts', () => {
  it('names only what is out of the ordinary', () => {
    const { brokeHardLink, notKept, synced, dryRun, ...ordinary } = plain;
    expect(writeFacts(plain)).toEqual(ordinary);
    const odd = { ...plain, brokeHardLink: true, notKept: ['owner'], synced: false, dryRun: true };
    expect(writeFacts(odd)).toEqual(odd);
  });
});
