export { SecurityTab } from './security-tab.js';
export { useSecurityForms } from './use-security-forms.js';
