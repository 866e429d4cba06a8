export { ChannelGames } from './channel-games.js';
export { GameInThread, OfferedGame } from './offered-game.js';
export { OfferButton } from './offer-button.js';
export { useGameCommands } from './use-game-commands.js';
