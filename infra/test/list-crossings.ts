import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModule } from 'libpg-query';
import { CROSSINGS_FILE, listCrossings } from './crossings.js';

// The folder of the project, from `infra/dist/test`.
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

await loadModule();
const { text, places, statements } = listCrossings(ROOT);
writeFileSync(join(ROOT, CROSSINGS_FILE), text);
const crossing = text.split('\n').length - 1;
console.log(`${statements} statements of ${places} functions; ${crossing} functions cross shards`);
