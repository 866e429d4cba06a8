import { Controller } from '@nestjs/common';
import {
  addRadioTrack,
  deleteRadio,
  deleteRadioTrack,
  getRadio,
  listenToRadio,
  setRadio,
  voteToSkip,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { RadiosService } from './radios.service.js';

@Controller()
export class RadiosController {
  constructor(private readonly radios: RadiosService) {}

  @Handles(getRadio)
  async get({ session, id }: Received<typeof getRadio>) {
    return this.radios.get(session.userId, id);
  }

  @Handles(setRadio)
  async set({ session, id, body }: Received<typeof setRadio>) {
    return this.radios.set(session.userId, id, body);
  }

  @Handles(deleteRadio)
  async delete({ session, id }: Received<typeof deleteRadio>) {
    await this.radios.delete(session.userId, id);
  }

  @Handles(addRadioTrack)
  async addTrack({ session, id, body }: Received<typeof addRadioTrack>) {
    return this.radios.addTrack(session.userId, id, body.attachmentId);
  }

  @Handles(deleteRadioTrack)
  async deleteTrack({ session, id, trackId }: Received<typeof deleteRadioTrack>) {
    await this.radios.deleteTrack(session.userId, id, trackId);
  }

  @Handles(listenToRadio)
  async listen({ session, id, body }: Received<typeof listenToRadio>) {
    return this.radios.listen(session.userId, id, body.isListening);
  }

  @Handles(voteToSkip)
  async vote({ session, id, body }: Received<typeof voteToSkip>) {
    return this.radios.vote(session.userId, id, body.trackId);
  }
}
