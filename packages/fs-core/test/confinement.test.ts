import { normalize } from 'node:path';
import { FAR_PAIRS, HOSTILE_CASES, SECRETS, testSample, UNWRITABLE_PATHS } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { ToolError, type Volume } from '../src/index.ts';
import { chdirPlatform, procPlatform } from '../src/lib/descriptors/platform.ts';
import { changesNothingDenied, refusalOf, UNWRITABLE, withHostileTree } from './hostile-changes.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];

describe.each(platforms)(`a volume over a hostile tree, ${HOSTILE_CASES.length} paths ($strategy)`, (platform) => {
  it('reads and lists what is allowed and nothing else', async () => {
    await withHostileTree(platform, async (volume, resolve) => {
      for (const { path, answer } of HOSTILE_CASES) {
        const seen = await look(volume, resolve(path));
        expect({ path, answer: seen.answer }).toEqual({ path, answer });
        for (const secret of SECRETS) expect(seen.text).not.toContain(secret);
      }
    });
  });

  it('says the same of what it shows nobody, whether something is there or not', async () => {
    await withHostileTree(platform, async (volume, resolve) => {
      const refusal = async (path: string) =>
        JSON.stringify(await look(volume, path)).replaceAll(normalize(path), '{path}');
      for (const [there, missing] of FAR_PAIRS) {
        expect(await refusal(resolve(there))).toBe(await refusal(resolve(missing)));
      }
    });
  });

  it('writes what is allowed and nothing else', async () => {
    await withHostileTree(platform, async (volume, resolve) => {
      for (const { path, answer } of HOSTILE_CASES) {
        const refusal = await refusalOf(() => volume.update(resolve(path), () => [new TextEncoder().encode('mine')]));
        if (answer === 'ACCESS_DENIED' && !path.endsWith('/')) {
          expect({ path, refusal }).toEqual({ path, refusal: 'ACCESS_DENIED' });
        }
      }
      for (const path of UNWRITABLE_PATHS) {
        const refusal = await refusalOf(() => volume.update(resolve(path), () => []));
        expect({ path, refusal }).toEqual({ path, refusal: 'ACCESS_DENIED' });
      }
    });
  });

  it('removes and moves what is allowed and nothing else, a path in fifty', async () => {
    await changesNothingDenied(platform, testSample([...UNWRITABLE, ...HOSTILE_CASES], 6));
  });

  it('moves no directory that holds something denied, nor one to where something in it would be', async () => {
    await withHostileTree(platform, async (volume, resolve) => {
      await volume.update(resolve('folder/inner/.env/../file'), () => []).catch(() => undefined);
      await volume.makeDirectory(resolve('folder/inner'));
      const denied = { code: 'ACCESS_DENIED' };
      // The tree itself holds what is denied.
      await expect(volume.move(resolve('folder'), resolve('private'))).rejects.toMatchObject(denied);
      await expect(volume.move(resolve('folder'), resolve('x.hidden'))).rejects.toMatchObject(denied);
      await expect(volume.remove(resolve('.'), { recursive: true })).rejects.toMatchObject(denied);
      await expect(volume.move(resolve('.'), resolve('folder/inner/all'))).rejects.toMatchObject(denied);
    });
  });

  it('shows an edit no text but what is allowed', async () => {
    await withHostileTree(platform, async (volume, resolve) => {
      for (const { path, answer } of HOSTILE_CASES) {
        let given = false;
        const refusal = await refusalOf(() =>
          volume.update(resolve(path), (current) => {
            given = current !== null;
            return current === null ? [] : [{ from: 0, to: current.size }];
          }),
        );
        // What an earlier case made is there from then on.
        if (answer === 'ACCESS_DENIED')
          expect({ path, given, refused: refusal !== '' }).toMatchObject({ given: false, refused: true });
        if (answer === 'file') expect({ path, given, refusal }).toEqual({ path, given: true, refusal: '' });
      }
    });
  });
});

async function look(volume: Volume, path: string): Promise<{ answer: string; text: string }> {
  try {
    using opened = await volume.open(path);
    if (opened.kind === 'directory') return { answer: opened.kind, text: JSON.stringify(opened.entries()) };
    const bytes = new Uint8Array(opened.size);
    await opened.read(bytes, 0);
    return { answer: opened.kind, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { answer: error.code, text: JSON.stringify([error.message, error.details]) };
  }
}
