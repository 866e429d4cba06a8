export { startSharedServers as default } from '@oniverse/testing';
