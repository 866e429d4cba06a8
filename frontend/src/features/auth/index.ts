export { AuthPanel } from './auth-panel.js';
export { LANDING_VARIANT } from './auth-variants.js';
