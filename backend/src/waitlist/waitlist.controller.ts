import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import {
  type WaitlistAnswer,
  waitlistAnswerSchema,
  type WaitlistStats,
  waitlistStatsSchema,
} from '@oniverse/contracts';
import { Address, Call } from '@oniverse/platform/backend';
import { shapeWaitlistProblem, WAITLIST_PROBLEM_SCHEMA } from './waitlist-problem.js';
import { WaitlistDto } from './waitlist.dto.js';
import { WaitlistService } from './waitlist.service.js';

@Controller('waitlist')
export class WaitlistController {
  constructor(private readonly waitlist: WaitlistService) {}

  @Post()
  @Call({
    summary: 'Joins the waitlist',
    description: 'The response is the same when the email address is already on the list.',
    access: 'public',
    answer: waitlistAnswerSchema,
    problems: ['username_taken', 'username_reserved'],
    problem: WAITLIST_PROBLEM_SCHEMA,
    shapeProblem: shapeWaitlistProblem,
  })
  async join(@Body() body: WaitlistDto, @Address() address: string): Promise<WaitlistAnswer> {
    return this.waitlist.join(body, address);
  }

  @Get('stats')
  @Call({
    summary: 'Counts the waitlist entries',
    access: 'public',
    answer: waitlistStatsSchema,
    problem: WAITLIST_PROBLEM_SCHEMA,
    shapeProblem: shapeWaitlistProblem,
  })
  @Header('cache-control', 'no-store')
  async stats(): Promise<WaitlistStats> {
    return this.waitlist.getStats();
  }
}
