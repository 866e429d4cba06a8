import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  applyDecorators,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Injectable,
  Param,
  UseGuards,
} from '@nestjs/common';
import { notFound } from '@oniverse/platform';
import { PublicPage } from '@oniverse/platform/backend';
import type { FastifyRequest } from 'fastify';
import { renderInbox } from './inbox-page.js';
import { InboxService } from './inbox.service.js';
import { isLocalRequest } from './local-request.js';

const STYLES = fileURLToPath(new URL('../../../assets/inbox/inbox.css', import.meta.url));

/** Describes a response of the inbox, which no cache stores. */
const LocalPage = (type: string): MethodDecorator =>
  applyDecorators(
    PublicPage(),
    Header('content-type', `${type}; charset=utf-8`),
    Header('cache-control', 'no-store'),
  );

/** A mail is untrusted: it runs no scripts, loads nothing, and has no origin. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Hides the pages from other machines, and where there is no inbox. */
@Injectable()
class LocalOnly implements CanActivate {
  constructor(private readonly inbox: InboxService) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.inbox.isOpen || !isLocalRequest(context.switchToHttp().getRequest<FastifyRequest>())) {
      throw notFound();
    }
    return true;
  }
}

/** Shows the mails of `npm start`. It exists only there. */
@Controller('dev/mail')
@UseGuards(LocalOnly)
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @LocalPage('text/html')
  async list(): Promise<string> {
    const mails = await this.inbox.list();
    return renderInbox(mails, mails[0]);
  }

  @Get('inbox.css')
  @LocalPage('text/css')
  async styles(): Promise<string> {
    return readFile(STYLES, 'utf8');
  }

  @Get(':name')
  @LocalPage('text/html')
  async show(@Param('name') name: string): Promise<string> {
    const shown = await this.inbox.get(name);
    return renderInbox(await this.inbox.list(), shown);
  }

  @Get(':name/html')
  @LocalPage('text/html')
  @Header('content-security-policy', MAIL_POLICY)
  @Header('x-frame-options', 'SAMEORIGIN')
  async content(@Param('name') name: string): Promise<string> {
    // Links of a sandboxed frame can only open new pages.
    return (await this.inbox.get(name)).html.replace('<head>', '<head><base target="_blank">');
  }
}
