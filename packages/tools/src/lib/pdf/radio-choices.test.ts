import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { radioChoices } from './radio-choices.js';

const GROUP = '<< /FT /Btn /T (size) /Opt [ (S \\(small\\)) <FEFF0141> ] /V /1 >>';
const packed = (text: string) => {
  const data = deflateSync(text).toString('latin1');
  return `<< /Type /ObjStm /N 1 /First 4 /Length ${data.length} >>\nstream\n${data}\nendstream`;
};
const choicesIn = (pdf: string) => Object.fromEntries(radioChoices(Buffer.from(pdf, 'latin1')));

describe('radioChoices', () => {
  it('finds the choices of a group by its name, plain and in a stream of objects', () => {
    const expected = { size: ['S (small)', 'Ł'] };
    expect(choicesIn(`1 0 obj\n${GROUP}\nendobj`)).toEqual(expected);
    expect(choicesIn(packed(`1 0 ${GROUP}`))).toEqual(expected);
  });

  it('takes none of several groups of one name, but a group written twice', () => {
    expect(choicesIn(`${GROUP} ${GROUP.replace('S', 'M')}`)).toEqual({ size: [] });
    expect(choicesIn(`${GROUP} ${packed(GROUP)}`)).toEqual({ size: ['S (small)', 'Ł'] });
  });

  it('survives what only looks like one', () => {
    const parts = ['<<', '/Opt [', '(', '/ObjStm >>\nstream\n', '<', packed(GROUP).slice(0, 70), '\\', '/T'];
    for (const part of parts) expect(choicesIn(part.repeat(2000))).toEqual({});
  });
});
