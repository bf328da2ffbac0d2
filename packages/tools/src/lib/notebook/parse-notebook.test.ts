import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNotebook } from './parse-notebook.ts';

/** JSON that looks like a notebook as far as the names go. */
const almostNotebook = fc.letrec((tie) => {
  const names = ['cells', 'worksheets', 'cell_type', 'source', 'input', 'outputs', 'output_type', 'data', 'text'];
  const forms = ['name', 'traceback', 'level', 'language', 'metadata', 'kernelspec', 'image/png', 'text/plain', 'png'];
  return {
    value: fc.oneof({ depthSize: 'medium' }, fc.jsonValue({ maxDepth: 1 }), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(fc.constantFrom(...names, ...forms), tie('value'), { maxKeys: 6 }),
  };
}).value;

describe('parseNotebook', () => {
  it('makes of any JSON a notebook, or says what keeps it from being one', () => {
    fc.assert(
      fc.property(almostNotebook, fc.boolean(), (value, wrapped) => {
        const parsed = parseNotebook(JSON.stringify(wrapped ? { cells: [value, { outputs: [value] }] } : value));
        if ('fault' in parsed) expect(parsed.fault).toMatch(/^[a-z-]+$/);
        else expect(parsed.cells.map(({ index }) => index)).toEqual(parsed.cells.map((_, index) => index));
      }),
    );
  });

  it('names what is no notebook', () => {
    expect(parseNotebook('{')).toEqual({ fault: 'no-json' });
    expect(parseNotebook('null')).toEqual({ fault: 'no-object' });
    expect(parseNotebook('{"cells": {}}')).toEqual({ fault: 'no-cells' });
    const nested = (depth: number) => `{"cells":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(parseNotebook(nested(100_000))).toEqual({ fault: 'too-deep' });
    expect(parseNotebook(nested(1_000_000))).toEqual({ fault: 'too-many-values' });
    expect(parseNotebook(`{"cells":[${'{},'.repeat(3_000_000)}{}]}`)).toEqual({ fault: 'too-many-values' });
  });

  it('shows an output that is nested deeply without filling it with spaces', () => {
    const deep = `{"a":${'['.repeat(500)}${'0,'.repeat(100_000)}0${']'.repeat(500)}}`;
    const parsed = parseNotebook(
      `{"cells":[{"outputs":[{"output_type":"display_data","data":{"application/json":${deep}}}]}]}`,
    );
    expect(parsed).toMatchObject({ cells: [{ outputs: [{ kind: 'text', text: deep }] }] });
  });

  it('reads what there is of worksheets, headings and errors', () => {
    const outputs = [{ output_type: 'pyerr', ename: 'NameError', evalue: 'x' }];
    const cells = [
      { cell_type: 'heading', source: 'One' },
      { cell_type: 'heading', level: 9, source: ['Six'] },
      { cell_type: 'code', input: 'x', prompt_number: 4, outputs },
    ];
    const parsed = parseNotebook(JSON.stringify({ nbformat: 3, worksheets: [{}, 1, { cells }] }));
    if ('fault' in parsed) throw new TypeError(parsed.fault);
    expect(parsed.cells.map(({ type, source, executionCount }) => [type, source, executionCount])).toEqual([
      ['heading', '# One', null],
      ['heading', '###### Six', null],
      ['code', 'x', 4],
    ]);
    expect(parsed.cells[2]?.outputs).toEqual([{ kind: 'error', headline: 'NameError: x', traceback: '' }]);
  });

  it('finds the language wherever a version of the format keeps it', () => {
    const languageOf = (rest: object) => {
      const parsed = parseNotebook(JSON.stringify({ cells: [{}], ...rest }));
      return 'fault' in parsed ? parsed.fault : parsed.language;
    };
    expect(languageOf({ metadata: { language_info: { name: 'julia' } } })).toBe('julia');
    expect(languageOf({ metadata: { kernelspec: { language: 'R' } } })).toBe('R');
    expect(languageOf({ cells: [{ cell_type: 'markdown' }, { language: 'python' }] })).toBe('python');
    expect(languageOf({})).toBeNull();
  });
});
