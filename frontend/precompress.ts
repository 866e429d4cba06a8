import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg)$/;
/** A smaller file fits into one packet as it is, in bytes. */
const WORTH_IT = 1_024;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes a `.br` and a `.gz` beside each text file of the build, so that no request waits for a compression. */
export function precompress(): Plugin {
  return {
    name: 'oniverse-precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const [name, output] of Object.entries(bundle)) {
        const bytes = Buffer.from(output.type === 'asset' ? output.source : output.code);
        if (!COMPRESSIBLE.test(name) || bytes.length < WORTH_IT) continue;
        await writeFile(join(dir, `${name}.br`), brotliCompressSync(bytes, BROTLI));
        await writeFile(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
