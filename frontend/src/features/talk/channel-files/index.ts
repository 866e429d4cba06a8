export { ChannelFilesButton } from './channel-files-button.js';
