import { applyDecorators, Controller, Get, Header, Param, Query, Req, Res } from '@nestjs/common';
import { Call, OpenPage } from '@oniverse/platform/backend';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocsFiles } from './docs-files.js';
import { DOCUMENT_SCHEMAS } from './document-schemas.js';
import { DocsService } from './docs.service.js';

const Fresh = (): MethodDecorator => Header('cache-control', 'no-cache');

const Page = (): MethodDecorator =>
  applyDecorators(OpenPage(), Header('content-type', 'text/html; charset=utf-8'), Fresh());

/**
 * What the API says of itself. The documents for tools are calls like any other; the pages made of them are for
 * browsers, and stand in no document.
 */
@Controller()
export class DocsController {
  constructor(
    private readonly docs: DocsService,
    private readonly files: DocsFiles,
  ) {}

  @Get('openapi.json')
  @Call({ summary: 'This document', access: 'public', answer: DOCUMENT_SCHEMAS.openApi })
  @Fresh()
  openApi(): object {
    return this.docs.openApi();
  }

  @Get('asyncapi.json')
  @Call({ summary: 'The live events', access: 'public', answer: DOCUMENT_SCHEMAS.asyncApi })
  @Fresh()
  asyncApi(): object {
    return this.docs.asyncApi();
  }

  @Get('docs')
  @Page()
  calls(): string {
    return this.docs.callsPage();
  }

  @Get('docs/live')
  @Page()
  live(): string {
    return this.docs.livePage();
  }

  /** What the pages load; it has its own type and says itself how long it may be kept. */
  @Get('docs/files/:name')
  @OpenPage()
  file(
    @Param('name') name: string,
    @Query('v') version: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.files.send(name, version, request, reply);
  }
}
