/** What the field of a talk says of games. Loads with the talk; all else of games loads with the first one. */
export const GAME_COMMAND_TEXTS = {
  offer: 'Offer a game',
  hints: {
    move: 'your move, such as Be3',
    draw: 'offer a draw, or accept one',
    takeback: 'ask to take back, or agree',
    resign: 'give up',
    watch: 'show a game by its number',
    play: 'offer a game, also from a position',
  },
  note: {
    player: 'Moves in plain notation, for example /move Be3. Also /draw, /takeback, /resign, /watch 12.',
    spectator: 'Show a game with /watch and its number. Offer one with /play.',
  },
  refused: 'Not played',
  noGame: 'You play no game here. Offer one with /play.',
  severalGames: 'You play more than one game here. Move at its board, or in its thread.',
  unknownGame: 'No game with this number goes on here. Name one, for example /watch 12.',
} as const;
