export { ConsolePage } from './console-page.js';
