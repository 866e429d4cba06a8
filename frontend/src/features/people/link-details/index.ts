export { LinkDetails } from './link-details.js';
