import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { peakMemoryOf } from '../live/measure/memory.js';
import { findMaker } from './makers.js';

// Makes the renditions of all pictures in a folder sequentially, and reports the resources used.
const [, , name, folder = ''] = process.argv;
const make = findMaker(name);
// As in the worker: one thread per picture, no cache.
sharp.concurrency(1);
sharp.cache(false);
const files = readdirSync(folder)
  .toSorted()
  .map((file) => join(folder, file));
const [first] = files;
// The first picture is a warm-up.
if (first !== undefined) await make(readFileSync(first));
let renditions = 0;
const cpu = process.cpuUsage();
const startedAt = performance.now();
for (const file of files) renditions += await make(readFileSync(file));
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(cpu);
process.send?.({
  renditions,
  seconds,
  cpu: (user + system) / 1_000_000,
  peak: peakMemoryOf(process.pid),
});
process.disconnect();
