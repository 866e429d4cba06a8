export { OperatorsService } from './operators/operators.service.js';
export { StaffModule } from './staff.module.js';
export {
  type AfterCommit,
  type HiddenSubject,
  MeasuresService,
  type NewMeasure,
} from './measures/measures.service.js';
