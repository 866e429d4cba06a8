import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

/** A Vite plugin that minifies the scripts of the public folder, which Vite copies as they are. The landing page waits for two. */
export function minifyPublic(): Plugin {
  return {
    name: 'oniverse-minify-public',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      for (const name of await readdir(dir)) {
        if (!name.endsWith('.js')) continue;
        const file = join(dir, name);
        const { code, errors } = await minify(name, await readFile(file, 'utf8'));
        if (errors.length > 0) throw new Error(`${name} cannot be minified: ${errors[0]?.message}`);
        await writeFile(file, code);
      }
    },
  };
}
