import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg)$/;
/** Smaller files fit into one packet uncompressed. */
const MIN_BYTES = 1_024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes `.br` and `.gz` versions next to a text file of the build, unless it is small. */
export async function writeCompressed(file: string, content: string | Uint8Array): Promise<void> {
  const bytes = Buffer.from(content);
  if (!COMPRESSIBLE.test(file) || bytes.length < MIN_BYTES) return;
  await writeFile(`${file}.br`, brotliCompressSync(bytes, BROTLI));
  await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** A Vite plugin that compresses the build's text files, so that no request has to wait for compression. */
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
