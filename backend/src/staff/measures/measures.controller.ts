import { Controller } from '@nestjs/common';
import { endMeasure } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { HiddenContent } from './hidden-content.service.js';

@Controller()
export class MeasuresController {
  constructor(private readonly content: HiddenContent) {}

  @Handles(endMeasure)
  async end({ session, id }: Received<typeof endMeasure>) {
    await this.content.endMeasure(session, id);
  }
}
