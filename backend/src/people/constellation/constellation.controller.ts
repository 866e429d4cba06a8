import { Controller } from '@nestjs/common';
import { type Constellation, findPath, getConstellation, type InputOf } from '@oniverse/contracts';
import { Handles, Input, Revalidated } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ConstellationService } from './constellation.service.js';

@Controller()
export class ConstellationController {
  constructor(private readonly constellation: ConstellationService) {}

  @Revalidated()
  @Handles(getConstellation)
  async show(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof getConstellation>,
  ): Promise<Constellation> {
    return this.constellation.show(session.userId, query.limit, query.around);
  }

  @Handles(findPath)
  async findPath(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof findPath>,
  ): Promise<Constellation> {
    return this.constellation.findPath(session.userId, query);
  }
}
