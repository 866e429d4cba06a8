import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { peakOf } from '../live/measure/memory.js';
import { makerNamed } from './makers.js';

/** Makes the renditions of all pictures of a folder, one after another, and says what it took. */
const [, , name, folder = ''] = process.argv;
const make = makerNamed(name);
// Both work as the worker does: one thread a picture, nothing kept for the next.
sharp.concurrency(1);
sharp.cache(false);
const files = readdirSync(folder)
  .toSorted()
  .map((file) => join(folder, file));
const [first] = files;
// What is loaded with the first picture is not measured.
if (first !== undefined) await make(readFileSync(first));
let renditions = 0;
const cpu = process.cpuUsage();
const began = performance.now();
for (const file of files) renditions += await make(readFileSync(file));
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpu);
process.send?.({
  renditions,
  seconds,
  cpu: (user + system) / 1_000_000,
  peak: peakOf(process.pid),
});
process.disconnect();
