import { Body, Controller, Delete } from '@nestjs/common';
import { type OkAnswer, okSchema } from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { FreshSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { EraseDto } from './erasure.dto.js';
import { ErasureService } from './erasure.service.js';

@Controller('users')
export class ErasureController {
  constructor(private readonly erasure: ErasureService) {}

  @Delete('me')
  @Call({
    summary: 'Erases the account and everything it owns',
    description:
      'All sessions and their sockets end immediately. Messages remain without their author. An owned dimension passes to its longest-standing moderator, or else its longest-standing member. A dimension without other members is deleted. The Oni ID becomes available again, unless a waitlist claim that was never proven with its access key still reserves it.',
    answer: okSchema,
    problems: ['reauthentication_required', 'wrong_password'],
  })
  async erase(
    @FreshSession() session: SessionContext,
    @Body() { password }: EraseDto,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.erasure.erase(session, password, origin);
    return { ok: true };
  }
}
