import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg)$/;
/** A smaller file fits into one packet as it is, in bytes. */
const WORTH_IT = 1_024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes a `.br` and a `.gz` beside a text file of the build, where that is worth it. */
export async function writeCompressed(file: string, content: string | Uint8Array): Promise<void> {
  const bytes = Buffer.from(content);
  if (!COMPRESSIBLE.test(file) || bytes.length < WORTH_IT) return;
  await writeFile(`${file}.br`, brotliCompressSync(bytes, BROTLI));
  await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** Compresses each text file of the build, so that no request waits for a compression. */
export function precompress(): Plugin {
  return {
    name: 'oniverse-precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      for (const [name, output] of Object.entries(bundle)) {
        await writeCompressed(join(dir, name), output.type === 'asset' ? output.source : output.code);
      }
    },
  };
}
