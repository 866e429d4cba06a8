export { tagIndexQuery } from './tags-page.queries.js';
