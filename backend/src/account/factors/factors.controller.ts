import { Controller } from '@nestjs/common';
import {
  addPasskey,
  confirmTotp,
  disableTotp,
  type InputOf,
  makeRecoveryCodes,
  type OkAnswer,
  type PasskeyAdded,
  type PasskeyOptions,
  type RecoveryCodes,
  removePasskey,
  renamePasskey,
  startPasskey,
  startTotp,
  type TotpEnabled,
  type TotpSetup,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { ClientOrigin, type Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession, type SessionContext } from '../../shared/index.js';
import { FactorsService } from './factors.service.js';

const OK: OkAnswer = { ok: true };

@Controller()
export class FactorsController {
  constructor(private readonly factors: FactorsService) {}

  @Handles(startTotp)
  async startTotp(@FreshSession() session: SessionContext): Promise<TotpSetup> {
    return this.factors.startTotp(session);
  }

  @Handles(confirmTotp)
  async confirmTotp(
    @FreshSession() session: SessionContext,
    @Input() { body: { code } }: InputOf<typeof confirmTotp>,
    @ClientOrigin() origin: Origin,
  ): Promise<TotpEnabled> {
    return this.factors.confirmTotp(session, code, origin);
  }

  @Handles(disableTotp)
  async disableTotp(
    @FreshSession() session: SessionContext,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.factors.disableTotp(session, origin);
    return OK;
  }

  @Handles(makeRecoveryCodes)
  async makeRecoveryCodes(
    @FreshSession() session: SessionContext,
    @ClientOrigin() origin: Origin,
  ): Promise<RecoveryCodes> {
    return this.factors.makeRecoveryCodes(session, origin);
  }

  @Handles(startPasskey)
  async startPasskey(@FreshSession() session: SessionContext): Promise<PasskeyOptions> {
    return this.factors.startPasskey(session);
  }

  @Handles(addPasskey)
  async addPasskey(
    @FreshSession() session: SessionContext,
    @Input() { body }: InputOf<typeof addPasskey>,
    @ClientOrigin() origin: Origin,
  ): Promise<PasskeyAdded> {
    return this.factors.addPasskey(session, body, origin);
  }

  @Handles(renamePasskey)
  async renamePasskey(
    @CurrentSession() session: SessionContext,
    @Input() { id, body: { name } }: InputOf<typeof renamePasskey>,
  ): Promise<OkAnswer> {
    await this.factors.renamePasskey(session, id, name);
    return OK;
  }

  @Handles(removePasskey)
  async removePasskey(
    @FreshSession() session: SessionContext,
    @Input() { id }: InputOf<typeof removePasskey>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.factors.removePasskey(session, id, origin);
    return OK;
  }
}
