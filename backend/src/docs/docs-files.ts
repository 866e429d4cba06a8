import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import send from '@fastify/send';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { notFound } from '@oniverse/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What is ours stands beside `src`, so that it is found from the sources and from the build alike. */
const OURS = fileURLToPath(new URL('../../assets/docs', import.meta.url));
// The package's own entry loads the whole interface to tell where it is.
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** All that is served, and the folder that it is in. */
const FOLDERS = {
  'docs.css': OURS,
  'calls.js': OURS,
  'swagger-ui.css': SWAGGER_UI,
  'swagger-ui-bundle.js': SWAGGER_UI,
} as const;

/** The name of a file that the documents' pages need. */
export type DocsFile = keyof typeof FOLDERS;

const isDocsFile = (name: string): name is DocsFile => Object.hasOwn(FOLDERS, name);

/** The files that the documents' pages need, and no other. */
@Injectable()
export class DocsFiles implements OnModuleInit {
  /** A word for the content of each, which its address carries. */
  private readonly versions = new Map<string, string>();

  async onModuleInit(): Promise<void> {
    for (const [name, folder] of Object.entries(FOLDERS)) {
      const content = await readFile(join(folder, name));
      this.versions.set(name, createHash('sha256').update(content).digest('hex').slice(0, 12));
    }
  }

  /** The address of a file, another one for each content. */
  addressOf(name: DocsFile): string {
    return `/api/docs/files/${name}?v=${this.versions.get(name)}`;
  }

  /**
   * Sends a file; it may be kept for ever where it was asked for by its content.
   * @throws ProblemError `not_found` where it is none of them
   */
  async send(name: string, version: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isDocsFile(name)) throw notFound();
    const file = await send(request.raw, name, { root: FOLDERS[name], cacheControl: false });
    if (file.type !== 'file') throw notFound();
    const asked = version === this.versions.get(name);
    await reply
      .code(file.statusCode)
      .headers(file.headers)
      .header('cache-control', asked ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(file.stream);
  }
}
