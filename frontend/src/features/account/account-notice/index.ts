export { AccountNotice } from './account-notice.js';
