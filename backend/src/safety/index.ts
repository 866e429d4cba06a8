export { ErasureService } from './erasure/erasure.service.js';
export { SafetyModule } from './safety.module.js';
