import { Body, Controller, Delete } from '@nestjs/common';
import { type OkAnswer, okSchema } from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { Address } from '../limits/client-address.js';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { EraseDto } from './erasure.dto.js';
import { ErasureService } from './erasure.service.js';

@Controller('users')
export class ErasureController {
  constructor(private readonly erasure: ErasureService) {}

  @Delete('me')
  @Call({
    summary: 'Erases the account and what it owns',
    description:
      'All sessions end at once, their sockets too. Messages stay, without their author. Dimensions of one’s own pass to the oldest moderator, else to the oldest member; where nobody else is in one, it goes. The Oni ID is free again.',
    answer: okSchema,
    problems: ['wrong_password'],
  })
  async erase(
    @CurrentSession() session: SessionContext,
    @Body() { password }: EraseDto,
    @Address() address: string,
  ): Promise<OkAnswer> {
    await this.erasure.erase(session.userId, password, address);
    return { ok: true };
  }
}
