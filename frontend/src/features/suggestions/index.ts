export { UnlitLines } from './unlit-lines.js';
