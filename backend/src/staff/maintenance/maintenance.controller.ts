import { Controller } from '@nestjs/common';
import { endMaintenance, getMaintenance, type OkAnswer, setMaintenance } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { StaffMaintenanceService } from './staff-maintenance.service.js';

@Controller()
export class MaintenanceController {
  constructor(private readonly maintenance: StaffMaintenanceService) {}

  @Handles(getMaintenance)
  async get() {
    return this.maintenance.get();
  }

  @Handles(setMaintenance)
  async set({ session, body }: Received<typeof setMaintenance>) {
    return this.maintenance.set(session, body);
  }

  @Handles(endMaintenance)
  async end({ session }: Received<typeof endMaintenance>): Promise<OkAnswer> {
    await this.maintenance.end(session);
    return { ok: true };
  }
}
