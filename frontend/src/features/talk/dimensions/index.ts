export { useServers } from './dimensions.queries.js';
