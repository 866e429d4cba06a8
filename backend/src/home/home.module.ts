import { Module } from '@nestjs/common';
import { ReadMarksModule } from '../read-marks/read-marks.module.js';
import { HomeController } from './home.controller.js';
import { HomeRepository } from './home.repository.js';
import { HomeService } from './home.service.js';

@Module({
  imports: [ReadMarksModule],
  controllers: [HomeController],
  providers: [HomeService, HomeRepository],
})
export class HomeModule {}
