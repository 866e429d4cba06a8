import { Module } from '@nestjs/common';
import { PictureCopies } from './picture-copies.js';
import { ReportsController } from './reports.controller.js';
import { ReportsRepository } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

@Module({
  controllers: [ReportsController],
  providers: [PictureCopies, ReportsRepository, ReportsService],
})
export class ReportsModule {}
