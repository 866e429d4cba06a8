export { RadioPart } from './radio-part.js';
export { RadioSettingsPart } from './settings-part.js';
