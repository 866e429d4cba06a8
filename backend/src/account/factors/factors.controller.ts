import { Controller } from '@nestjs/common';
import {
  addPasskey,
  confirmTotp,
  disableTotp,
  makeRecoveryCodes,
  removePasskey,
  renamePasskey,
  startPasskey,
  startTotp,
} from '@oniverse/contracts';
import { FreshSession, Handles, type Received } from '../../shared/index.js';
import { FactorsService } from './factors.service.js';

@Controller()
export class FactorsController {
  constructor(private readonly factors: FactorsService) {}

  @FreshSession()
  @Handles(startTotp)
  async startTotp({ session }: Received<typeof startTotp>) {
    return this.factors.startTotp(session);
  }

  @FreshSession()
  @Handles(confirmTotp)
  async confirmTotp({ session, body: { code }, origin }: Received<typeof confirmTotp>) {
    return this.factors.confirmTotp(session, code, origin);
  }

  @FreshSession()
  @Handles(disableTotp)
  async disableTotp({ session, origin }: Received<typeof disableTotp>) {
    await this.factors.disableTotp(session, origin);
  }

  @FreshSession()
  @Handles(makeRecoveryCodes)
  async makeRecoveryCodes({ session, origin }: Received<typeof makeRecoveryCodes>) {
    return this.factors.makeRecoveryCodes(session, origin);
  }

  @FreshSession()
  @Handles(startPasskey)
  async startPasskey({ session }: Received<typeof startPasskey>) {
    return this.factors.startPasskey(session);
  }

  @FreshSession()
  @Handles(addPasskey)
  async addPasskey({ session, body, origin }: Received<typeof addPasskey>) {
    return this.factors.addPasskey(session, body, origin);
  }

  @Handles(renamePasskey)
  async renamePasskey({ session, id, body: { name } }: Received<typeof renamePasskey>) {
    await this.factors.renamePasskey(session, id, name);
  }

  @FreshSession()
  @Handles(removePasskey)
  async removePasskey({ session, id, origin }: Received<typeof removePasskey>) {
    await this.factors.removePasskey(session, id, origin);
  }
}
