export { ConfirmIdentityDialog } from './confirm-identity-dialog.js';
export { NotConfirmedError, useGuard } from './confirmation.js';
export { failureTextOf } from './failures.js';
export { SecurityTab } from './security-tab.js';
export { useSecurityForms } from './use-security-forms.js';
