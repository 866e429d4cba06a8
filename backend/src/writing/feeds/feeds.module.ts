import { Module } from '@nestjs/common';
import { FeedsController } from './feeds.controller.js';
import { FeedsRepository } from './feeds.repository.js';
import { FeedsService } from './feeds.service.js';

@Module({ controllers: [FeedsController], providers: [FeedsService, FeedsRepository] })
export class FeedsModule {}
