export { KeptPage } from './kept-page.js';
export { Shelf } from './shelf.js';
