import { readFile, writeFile } from 'node:fs/promises';
import { fetchDigest, renewImages } from './renew.js';

/** Renews the digests in `infra/docker/base-images`. If one cannot be had, the file stays as it is. */
const file = new URL('../../docker/base-images', import.meta.url);
const before = await readFile(file, 'utf8');
const after = await renewImages(before, async (name) => fetchDigest(name));
await writeFile(file, after);
process.stdout.write(after === before ? 'All digests are current.\n' : after);
