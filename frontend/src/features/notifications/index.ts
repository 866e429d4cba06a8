export { NightLogPage } from './night-log-page.js';
