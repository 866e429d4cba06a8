import { Body, Controller, Get, Header, HttpCode, Post, UseFilters } from '@nestjs/common';
import type { WaitlistAnswer, WaitlistStats } from '@oniverse/contracts';
import { Address } from '../limits/client-address.js';
import { SelfLimited } from '../limits/self-limited.decorator.js';
import { Public } from '../sessions/public.decorator.js';
import { WaitlistProblemFilter } from './waitlist-problem.filter.js';
import { WaitlistDto } from './waitlist.dto.js';
import { WaitlistService } from './waitlist.service.js';

@Controller('waitlist')
@Public()
@UseFilters(WaitlistProblemFilter)
export class WaitlistController {
  constructor(private readonly waitlist: WaitlistService) {}

  @Post()
  @SelfLimited()
  @HttpCode(200)
  async join(@Body() body: WaitlistDto, @Address() address: string): Promise<WaitlistAnswer> {
    return this.waitlist.join(body, address);
  }

  @Get('stats')
  @Header('cache-control', 'no-store')
  async stats(): Promise<WaitlistStats> {
    return this.waitlist.stats();
  }
}
