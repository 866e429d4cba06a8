import { applyDecorators, Controller, Get, Header, Param, Query, Req, Res } from '@nestjs/common';
import { Call, PublicPage } from '@oniverse/platform/backend';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocsFiles } from './docs-files.js';
import { DOCUMENT_SCHEMAS } from './document-schemas.js';
import { DocsService } from './docs.service.js';

const Fresh = (): MethodDecorator => Header('cache-control', 'no-cache');

const Page = (): MethodDecorator =>
  applyDecorators(PublicPage(), Header('content-type', 'text/html; charset=utf-8'), Fresh());

/** Serves the API documentation. The pages for browsers are not part of the OpenAPI document. */
@Controller()
export class DocsController {
  constructor(
    private readonly docs: DocsService,
    private readonly files: DocsFiles,
  ) {}

  @Get('openapi.json')
  @Call({ summary: 'Returns this OpenAPI document', access: 'public', answer: DOCUMENT_SCHEMAS.openApi })
  @Fresh()
  openApi(): object {
    return this.docs.openApi();
  }

  @Get('asyncapi.json')
  @Call({
    summary: 'Returns the AsyncAPI document of the live events',
    access: 'public',
    answer: DOCUMENT_SCHEMAS.asyncApi,
  })
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

  /** The file determines its own content type and caching. */
  @Get('docs/files/:name')
  @PublicPage()
  file(
    @Param('name') name: string,
    @Query('v') version: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.files.send(name, version, request, reply);
  }
}
