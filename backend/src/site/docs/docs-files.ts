import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { notFound } from '@oniverse/platform';
import { findFile } from '@oniverse/platform/backend';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Outside of `src`, so that the path is the same from the sources and from the build. */
const OWN_FILES = fileURLToPath(new URL('../../../assets/docs', import.meta.url));
// Resolves package.json, because the main entry would load the whole interface.
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const FOLDERS = {
  'docs.css': OWN_FILES,
  'calls.js': OWN_FILES,
  'swagger-ui.css': SWAGGER_UI,
  'swagger-ui-bundle.js': SWAGGER_UI,
} as const;

export type DocsFile = keyof typeof FOLDERS;

const isDocsFile = (name: string): name is DocsFile => Object.hasOwn(FOLDERS, name);

/** Serves the static files of the documentation pages, and no others. */
@Injectable()
export class DocsFiles implements OnModuleInit {
  /** Content hash of each file. */
  private readonly versions = new Map<string, string>();

  async onModuleInit(): Promise<void> {
    for (const [name, folder] of Object.entries(FOLDERS)) {
      const content = await readFile(join(folder, name));
      this.versions.set(name, createHash('sha256').update(content).digest('hex').slice(0, 12));
    }
  }

  addressOf(name: DocsFile): string {
    return `/api/docs/files/${name}?v=${this.versions.get(name)}`;
  }

  /**
   * Sends a file. It is cached indefinitely if `version` is its current content hash.
   * @throws ProblemError `not_found`, `precondition_failed`, `range_not_satisfiable`
   */
  async send(name: string, version: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isDocsFile(name)) throw notFound();
    const file = await findFile(request, name, { root: FOLDERS[name], cacheControl: false });
    if (!file) throw notFound();
    const isVersioned = version === this.versions.get(name);
    await reply
      .code(file.statusCode)
      .headers(file.headers)
      .header('cache-control', isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(file.stream);
  }
}
