import { Controller } from '@nestjs/common';
import {
  acceptApplication,
  applyToServer,
  declineApplication,
  setQuestions,
  withdrawApplication,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ApplicationsService } from './applications.service.js';

@Controller()
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @Handles(setQuestions)
  async setQuestions({ session, id, body }: Received<typeof setQuestions>) {
    return this.applications.setQuestions(session.userId, id, body);
  }

  @Handles(applyToServer)
  async apply({ session, id, body }: Received<typeof applyToServer>) {
    return this.applications.apply(session.userId, id, body);
  }

  @Handles(withdrawApplication)
  async withdraw({ session, id }: Received<typeof withdrawApplication>) {
    await this.applications.withdraw(session.userId, id);
  }

  @Handles(acceptApplication)
  async accept({ session, id, applicationId }: Received<typeof acceptApplication>) {
    await this.applications.accept({ callerId: session.userId, serverId: id, id: applicationId });
  }

  @Handles(declineApplication)
  async decline({ session, id, applicationId, body }: Received<typeof declineApplication>) {
    await this.applications.decline({ callerId: session.userId, serverId: id, id: applicationId }, body);
  }
}
