import { Module } from '@nestjs/common';
import { FactorRemoval } from './factor-removal.js';

@Module({ providers: [FactorRemoval], exports: [FactorRemoval] })
export class FactorRemovalModule {}
