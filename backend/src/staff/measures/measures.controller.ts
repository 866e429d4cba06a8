import { Controller } from '@nestjs/common';
import { endMeasure } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { MeasuresService } from './measures.service.js';

@Controller()
export class MeasuresController {
  constructor(private readonly measures: MeasuresService) {}

  @Handles(endMeasure)
  async end({ session, id }: Received<typeof endMeasure>) {
    await this.measures.endAtOnce(session, id);
  }
}
