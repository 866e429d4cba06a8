export { LineBetween } from './line-between.js';
