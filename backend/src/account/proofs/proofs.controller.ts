import { Controller, Header } from '@nestjs/common';
import { getProofChallenge } from '@oniverse/contracts';
import { Handles } from '../../shared/index.js';
import { ProofsService } from './proofs.service.js';

@Controller()
export class ProofsController {
  constructor(private readonly proofs: ProofsService) {}

  @Handles(getProofChallenge)
  @Header('cache-control', 'no-store')
  async create() {
    return this.proofs.createChallenge();
  }
}
