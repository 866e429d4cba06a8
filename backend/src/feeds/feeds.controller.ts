import { Controller, Get, Header } from '@nestjs/common';
import { FEED_TYPES, feedBytesSchema } from '@oniverse/contracts';
import { Call, PathText, Revalidated } from '@oniverse/platform/backend';
import { OwnOrigins } from '../objects/own-origins.decorator.js';
import { FeedsService } from './feeds.service.js';

/** Feed readers store these addresses, so they stand outside of the API prefix. */
@Controller('feeds')
export class FeedsController {
  constructor(private readonly feeds: FeedsService) {}

  @Get('u/:username/atom')
  @Call({
    summary: 'Returns the newest posts of a member as an Atom feed',
    description: 'Contains only posts whose authors show them to visitors and offer a feed.',
    access: 'public',
    answer: feedBytesSchema,
    answerTypes: [FEED_TYPES.atom],
    problems: ['not_found'],
  })
  @Revalidated()
  @Header('content-type', FEED_TYPES.atom)
  async memberAtom(
    @PathText('username', 'The Oni ID.', 'vesper') username: string,
    @OwnOrigins() [origin = '']: readonly string[],
  ): Promise<string> {
    return this.feeds.getMemberFeed(username, 'atom', origin);
  }

  @Get('u/:username/json')
  @Call({
    summary: 'Returns the newest posts of a member as a JSON Feed',
    description: 'Contains only posts whose authors show them to visitors and offer a feed.',
    access: 'public',
    answer: feedBytesSchema,
    answerTypes: [FEED_TYPES.json],
    problems: ['not_found'],
  })
  @Revalidated()
  @Header('content-type', FEED_TYPES.json)
  async memberJson(
    @PathText('username', 'The Oni ID.', 'vesper') username: string,
    @OwnOrigins() [origin = '']: readonly string[],
  ): Promise<string> {
    return this.feeds.getMemberFeed(username, 'json', origin);
  }

  @Get('t/:tag/atom')
  @Call({
    summary: 'Returns the newest posts with a tag as an Atom feed',
    description: 'Contains only posts whose authors show them to visitors and offer a feed.',
    access: 'public',
    answer: feedBytesSchema,
    answerTypes: [FEED_TYPES.atom],
    problems: ['not_found'],
  })
  @Revalidated()
  @Header('content-type', FEED_TYPES.atom)
  async tagAtom(
    @PathText('tag', 'The tag.', 'saturn') tag: string,
    @OwnOrigins() [origin = '']: readonly string[],
  ): Promise<string> {
    return this.feeds.getTagFeed(tag, 'atom', origin);
  }

  @Get('t/:tag/json')
  @Call({
    summary: 'Returns the newest posts with a tag as a JSON Feed',
    description: 'Contains only posts whose authors show them to visitors and offer a feed.',
    access: 'public',
    answer: feedBytesSchema,
    answerTypes: [FEED_TYPES.json],
    problems: ['not_found'],
  })
  @Revalidated()
  @Header('content-type', FEED_TYPES.json)
  async tagJson(
    @PathText('tag', 'The tag.', 'saturn') tag: string,
    @OwnOrigins() [origin = '']: readonly string[],
  ): Promise<string> {
    return this.feeds.getTagFeed(tag, 'json', origin);
  }
}
