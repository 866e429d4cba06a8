import { fileURLToPath } from 'node:url';
import { readServices } from './service-file.js';
import { readSettings } from './settings.js';

/** Runs a command of operators beside `npm start`, whose servers no variable names. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

if (!process.env['DATABASE_URL']) {
  const { dataDir, env } = readSettings(ROOT, process.env);
  Object.assign(process.env, readServices(dataDir), env);
}
await import('../ops/main.js');
