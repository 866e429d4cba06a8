export { LandingPage } from './landing-page.js';
export { MANIFESTO } from './manifesto.texts.js';
export { useNodeCount } from './use-node-count.js';
