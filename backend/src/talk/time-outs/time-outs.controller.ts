import { Controller } from '@nestjs/common';
import { endTimeOut, listTimeOuts, setTimeOut } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { TimeOutsService } from './time-outs.service.js';

@Controller()
export class TimeOutsController {
  constructor(private readonly timeOuts: TimeOutsService) {}

  @Handles(listTimeOuts)
  async list({ session, id, query }: Received<typeof listTimeOuts>) {
    return this.timeOuts.list(session.userId, id, query);
  }

  @Handles(setTimeOut)
  async set({ session, id, userId, body }: Received<typeof setTimeOut>) {
    return this.timeOuts.set(session.userId, { serverId: id, userId }, body);
  }

  @Handles(endTimeOut)
  async end({ session, id, userId }: Received<typeof endTimeOut>) {
    await this.timeOuts.end(session.userId, { serverId: id, userId });
  }
}
