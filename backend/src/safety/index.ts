export { givenReports } from './cases/given-reports.js';
export { ErasureService } from './erasure/erasure.service.js';
export { SafetyModule } from './safety.module.js';
