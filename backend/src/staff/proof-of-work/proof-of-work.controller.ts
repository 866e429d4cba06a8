import { Controller } from '@nestjs/common';
import { getProofOfWork, setProofOfWork } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ProofOfWorkService } from './proof-of-work.service.js';

@Controller()
export class ProofOfWorkController {
  constructor(private readonly proofOfWork: ProofOfWorkService) {}

  @Handles(getProofOfWork)
  async get() {
    return this.proofOfWork.get();
  }

  @Handles(setProofOfWork)
  async set({ session, body }: Received<typeof setProofOfWork>) {
    return this.proofOfWork.set(session, body.isOn);
  }
}
