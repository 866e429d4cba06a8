import { Controller } from '@nestjs/common';
import { getHome, markHomeRead, recordHomeSteps } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { HomeService } from './home.service.js';

@Controller()
export class HomeController {
  constructor(private readonly home: HomeService) {}

  @Handles(getHome)
  async sinceLeft({ session }: Received<typeof getHome>) {
    return this.home.openHome(session.userId);
  }

  @Handles(recordHomeSteps)
  async recordSteps({ session, body }: Received<typeof recordHomeSteps>) {
    await this.home.recordSteps(session.userId, body);
  }

  @Handles(markHomeRead)
  async markRead({ session }: Received<typeof markHomeRead>) {
    await this.home.markAllRead(session.userId);
  }
}
