import { Body, Controller, Get, Header, Post, UseFilters } from '@nestjs/common';
import {
  type WaitlistAnswer,
  waitlistAnswerSchema,
  type WaitlistStats,
  waitlistStatsSchema,
} from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { Address } from '../limits/client-address.js';
import { SelfLimited } from '../limits/self-limited.decorator.js';
import { WAITLIST_PROBLEM_SCHEMA, WaitlistProblemFilter } from './waitlist-problem.filter.js';
import { WaitlistDto } from './waitlist.dto.js';
import { WaitlistService } from './waitlist.service.js';

@Controller('waitlist')
@UseFilters(WaitlistProblemFilter)
export class WaitlistController {
  constructor(private readonly waitlist: WaitlistService) {}

  @Post()
  @Call({
    summary: 'Claims a place',
    description: 'The same answer for an address that is on the list already.',
    access: 'public',
    answer: waitlistAnswerSchema,
    problems: ['username_taken', 'username_reserved'],
    problem: WAITLIST_PROBLEM_SCHEMA,
  })
  @SelfLimited()
  async join(@Body() body: WaitlistDto, @Address() address: string): Promise<WaitlistAnswer> {
    return this.waitlist.join(body, address);
  }

  @Get('stats')
  @Call({
    summary: 'How many places are claimed',
    access: 'public',
    answer: waitlistStatsSchema,
    problem: WAITLIST_PROBLEM_SCHEMA,
  })
  @Header('cache-control', 'no-store')
  async stats(): Promise<WaitlistStats> {
    return this.waitlist.stats();
  }
}
