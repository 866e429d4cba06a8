import { Body, Controller, Delete, Patch, Post, Put } from '@nestjs/common';
import {
  type OkAnswer,
  okSchema,
  type PasskeyAdded,
  passkeyAddedSchema,
  passkeyBody,
  type PasskeyOptions,
  passkeyOptionsSchema,
  passkeyRenameBody,
  type RecoveryCodes,
  recoveryCodesSchema,
  totpBody,
  type TotpEnabled,
  totpEnabledSchema,
  type TotpSetup,
  totpSetupSchema,
} from '@oniverse/contracts';
import { Call, dtoOf, PathId } from '@oniverse/platform/backend';
import { ClientOrigin } from '../account-activity/client-origin.decorator.js';
import type { Origin } from '../account-activity/origin.js';
import { CurrentSession, FreshSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { FactorsService } from './factors.service.js';

class TotpDto extends dtoOf(totpBody) {}
class PasskeyDto extends dtoOf(passkeyBody) {}
class PasskeyRenameDto extends dtoOf(passkeyRenameBody) {}

const OK: OkAnswer = { ok: true };

@Controller('auth')
export class FactorsController {
  constructor(private readonly factors: FactorsService) {}

  @Post('totp')
  @Call({
    summary: 'Starts to set up an authenticator app',
    description: 'Replaces a setup that was not finished. The app is in use once its first code was sent.',
    answer: totpSetupSchema,
    carriesSecret: true,
    problems: ['reauthentication_required', 'already_used', 'factors_unavailable'],
  })
  async startTotp(@FreshSession() session: SessionContext): Promise<TotpSetup> {
    return this.factors.startTotp(session);
  }

  @Put('totp')
  @Call({
    summary: 'Turns the authenticator app on with its first code',
    description: 'With the first second factor of the account, the answer has its recovery codes.',
    answer: totpEnabledSchema,
    carriesSecret: true,
    problems: ['reauthentication_required', 'invalid_code'],
  })
  async confirmTotp(
    @FreshSession() session: SessionContext,
    @Body() { code }: TotpDto,
    @ClientOrigin() origin: Origin,
  ): Promise<TotpEnabled> {
    return this.factors.confirmTotp(session, code, origin);
  }

  @Delete('totp')
  @Call({
    summary: 'Turns the authenticator app off',
    description: 'Recovery codes go with the last second factor.',
    answer: okSchema,
    problems: ['reauthentication_required', 'not_found'],
  })
  async disableTotp(
    @FreshSession() session: SessionContext,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.factors.disableTotp(session, origin);
    return OK;
  }

  @Post('recovery-codes')
  @Call({
    summary: 'Makes new recovery codes',
    description: 'The old ones stop working. An account without a second factor has none.',
    answer: recoveryCodesSchema,
    carriesSecret: true,
    problems: ['reauthentication_required', 'not_found'],
  })
  async makeRecoveryCodes(
    @FreshSession() session: SessionContext,
    @ClientOrigin() origin: Origin,
  ): Promise<RecoveryCodes> {
    return this.factors.makeRecoveryCodes(session, origin);
  }

  @Post('passkeys/options')
  @Call({
    summary: 'Returns what to ask the browser for a new passkey',
    answer: passkeyOptionsSchema,
    problems: ['reauthentication_required', 'quota_reached'],
  })
  async startPasskey(@FreshSession() session: SessionContext): Promise<PasskeyOptions> {
    return this.factors.startPasskey(session);
  }

  @Post('passkeys')
  @Call({
    summary: 'Adds a passkey',
    description: 'With the first second factor of the account, the answer has its recovery codes.',
    status: 201,
    answer: passkeyAddedSchema,
    carriesSecret: true,
    problems: [
      'reauthentication_required',
      'challenge_expired',
      'invalid_code',
      'quota_reached',
      'already_used',
    ],
  })
  async addPasskey(
    @FreshSession() session: SessionContext,
    @Body() body: PasskeyDto,
    @ClientOrigin() origin: Origin,
  ): Promise<PasskeyAdded> {
    return this.factors.addPasskey(session, body, origin);
  }

  @Patch('passkeys/:id')
  @Call({ summary: 'Renames a passkey', answer: okSchema, problems: ['not_found'] })
  async renamePasskey(
    @CurrentSession() session: SessionContext,
    @PathId('The passkey.') id: string,
    @Body() { name }: PasskeyRenameDto,
  ): Promise<OkAnswer> {
    await this.factors.renamePasskey(session, id, name);
    return OK;
  }

  @Delete('passkeys/:id')
  @Call({
    summary: 'Removes a passkey',
    description: 'Recovery codes go with the last second factor.',
    answer: okSchema,
    problems: ['reauthentication_required', 'not_found'],
  })
  async removePasskey(
    @FreshSession() session: SessionContext,
    @PathId('The passkey.') id: string,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.factors.removePasskey(session, id, origin);
    return OK;
  }
}
