import { Controller } from '@nestjs/common';
import { limitStorage, listStorage } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { StorageService } from './storage.service.js';

@Controller()
export class StorageController {
  constructor(private readonly storage: StorageService) {}

  @Handles(listStorage)
  async list({ query }: Received<typeof listStorage>) {
    return this.storage.list(query);
  }

  @Handles(limitStorage)
  async limit({ session, userId, body }: Received<typeof limitStorage>) {
    return this.storage.limit(session, userId, body);
  }
}
