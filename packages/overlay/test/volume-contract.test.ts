import { join } from 'node:path';
import { choosePlatform } from '@dragoman/fs-core/internal/kernel';
import { openMemoryVolume, volumeContract } from '@dragoman/testing';
import { openLocal } from '../../fs-core/test/open-local.ts';
import { committingOverlay, openOverlay } from './open-overlay.ts';

const openDefault = () => openLocal(choosePlatform());
const openInMemory = () => openMemoryVolume(join(process.cwd(), 'in-memory'), ['secret*']);

volumeContract('overlay', async () => openOverlay(await openDefault()));
volumeContract('overlay, committed', async () => committingOverlay(await openDefault()));
volumeContract('overlay in memory, committed', async () => committingOverlay(openInMemory()));
