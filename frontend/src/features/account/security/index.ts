export { SecurityTab } from './security-tab.js';
export { useSecurityForms } from './use-password-form.js';
