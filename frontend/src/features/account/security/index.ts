export { ConfirmIdentityDialog } from './confirm-identity-dialog.js';
export { NotConfirmedError, useGuard } from './confirmation.js';
export { failureTextOf, showFailure } from './failures.js';
export { GuardedDialog } from './guarded-dialog.js';
export { SecurityTab } from './security-tab.js';
export { useSecurityForms } from './use-security-forms.js';
