import { Controller } from '@nestjs/common';
import {
  type CapsuleView,
  createCapsule,
  deleteCapsule,
  type InputOf,
  listCapsules,
  type OkAnswer,
  updateCapsule,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { CapsulesService } from './capsules.service.js';

@Controller()
export class CapsulesController {
  constructor(private readonly capsules: CapsulesService) {}

  @Handles(listCapsules)
  async list(@CurrentSession() session: SessionContext): Promise<CapsuleView[]> {
    return this.capsules.list(session.userId);
  }

  @Handles(createCapsule)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof createCapsule>,
  ): Promise<CapsuleView> {
    return this.capsules.create(session.userId, body);
  }

  @Handles(updateCapsule)
  async update(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof updateCapsule>,
  ): Promise<CapsuleView> {
    return this.capsules.update(session.userId, id, body);
  }

  @Handles(deleteCapsule)
  async delete(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof deleteCapsule>,
  ): Promise<OkAnswer> {
    await this.capsules.delete(session.userId, id);
    return { ok: true };
  }
}
