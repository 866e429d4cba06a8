export { isGone, useServers } from './dimensions.queries.js';
export { catalogueOf } from './server-facts.js';
