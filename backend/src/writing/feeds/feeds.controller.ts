import { applyDecorators, Controller, Get, Header, Res, UseInterceptors } from '@nestjs/common';
import { FEED_TYPES, feedBytesSchema, type FeedFormat } from '@oniverse/contracts';
import type { RateLimit } from '@oniverse/platform';
import { Call, matchesEtag, PathText, Revalidated } from '@oniverse/platform/backend';
import type { FastifyReply } from 'fastify';
import { LimitedTo, StaleReadInterceptor } from '../../shared/index.js';
import { type FeedAnswer, FeedsService, type MovedFeed } from './feeds.service.js';

/** Feeds may be rendered, so they are fewer than other calls. Readers ask for a feed a few times an hour. */
const FEED_LIMIT: RateLimit = { name: 'feeds', points: 60, seconds: 60 };

const FORMAT_NAMES = { atom: 'an Atom feed', json: 'a JSON Feed' } as const satisfies Record<
  FeedFormat,
  string
>;

const FeedCall = (what: string, format: FeedFormat) =>
  applyDecorators(
    Call({
      summary: `Returns the newest posts ${what} as ${FORMAT_NAMES[format]}`,
      description: 'Contains only posts whose authors show them to visitors and offer a feed.',
      access: 'public',
      answer: feedBytesSchema,
      answerTypes: [FEED_TYPES[format]],
      problems: ['not_found'],
    }),
    LimitedTo(FEED_LIMIT),
    UseInterceptors(StaleReadInterceptor),
    Revalidated(),
    Header('content-type', FEED_TYPES[format]),
  );

/** Feed readers store these addresses, so they stand outside of the API prefix. */
@Controller('feeds')
export class FeedsController {
  constructor(private readonly feeds: FeedsService) {}

  @Get('u/:username/atom')
  @FeedCall('of a member', 'atom')
  async memberAtom(
    @PathText('username', 'The Oni ID.', 'vesper') username: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(reply, await this.feeds.getMemberFeed(username, 'atom'));
  }

  @Get('u/:username/json')
  @FeedCall('of a member', 'json')
  async memberJson(
    @PathText('username', 'The Oni ID.', 'vesper') username: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(reply, await this.feeds.getMemberFeed(username, 'json'));
  }

  @Get('t/:tag/atom')
  @FeedCall('with a tag', 'atom')
  async tagAtom(
    @PathText('tag', 'The tag.', 'saturn') tag: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(reply, await this.feeds.getTagFeed(tag, 'atom'));
  }

  @Get('t/:tag/json')
  @FeedCall('with a tag', 'json')
  async tagJson(
    @PathText('tag', 'The tag.', 'saturn') tag: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.answer(reply, await this.feeds.getTagFeed(tag, 'json'));
  }

  /** Renders the feed unless the client has it, or redirects to it. */
  private async answer(reply: FastifyReply, feed: FeedAnswer | MovedFeed): Promise<string> {
    if ('movedTo' in feed) {
      reply.code(301).header('location', feed.movedTo);
      return '';
    }
    const { etag, render } = feed;
    const isKnown = matchesEtag(etag, reply.request.headers['if-none-match']);
    const text = isKnown ? '' : await render();
    reply.header('etag', etag);
    return text;
  }
}
