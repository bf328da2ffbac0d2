import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { openDirectories } from './open-directories.ts';

it('overlays, and indexes where the options say, are denied there and nowhere else', async () => {
  const own = ['dragoman/overlays/x.dragoman-overlay/entries', 'dragoman/index/x.dragoman-index/manifest'];
  const [entries = '', manifest = ''] = own;
  const at = (place: string) => Object.fromEntries(own.map((path) => [`${place}/${path}`, 'text']));
  await using tree = await openTree({ ...at('state'), ...at('indexes') });
  const environment = { XDG_STATE_HOME: tree.path('state') };
  const options = { workdir: tree.root, environment, index: tree.path('indexes') };
  await using volume = openDirectories(options);
  for (const path of [`state/${entries}`, `indexes/${manifest}`])
    await expect(volume.open(tree.path(path))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  for (const path of [`indexes/${entries}`, `state/${manifest}`]) (await volume.open(tree.path(path))).close();
  await using open = openDirectories({ ...options, builtinDeny: false });
  (await open.open(tree.path(`state/${entries}`))).close();
});
