export { Suggestions } from './suggestions.js';
