export { SecurityTab } from './security-tab.js';
export { type Guard, NotConfirmedError, useGuard } from './confirmation.js';
export { useSecurityForms } from './use-security-forms.js';
