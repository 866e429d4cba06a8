import { Controller } from '@nestjs/common';
import { dismissWave, getWave, listWaveAccounts, listWaves, removeWave, undoWave } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { WavesService } from './waves.service.js';

@Controller()
export class WavesController {
  constructor(private readonly waves: WavesService) {}

  @Handles(listWaves)
  async list({ query }: Received<typeof listWaves>) {
    return this.waves.list(query.state, query);
  }

  @Handles(getWave)
  async get({ id }: Received<typeof getWave>) {
    return this.waves.get(id);
  }

  @Handles(listWaveAccounts)
  async accounts({ id, query }: Received<typeof listWaveAccounts>) {
    return this.waves.listAccounts(id, query);
  }

  @Handles(removeWave)
  async remove({ session, id, body }: Received<typeof removeWave>) {
    return this.waves.remove(session, id, body);
  }

  @Handles(undoWave)
  async undo({ session, id }: Received<typeof undoWave>) {
    return this.waves.undo(session, id);
  }

  @Handles(dismissWave)
  async dismiss({ session, id }: Received<typeof dismissWave>) {
    return this.waves.dismiss(session, id);
  }
}
