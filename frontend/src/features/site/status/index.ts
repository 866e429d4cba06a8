export { IncidentList } from './incident-list.js';
export { STATUS_TEXTS } from './status.texts.js';
export { StatusPage } from './status-page.js';
