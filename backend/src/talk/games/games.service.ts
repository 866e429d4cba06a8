import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  clockProblem,
  GAME_MESSAGES,
  GAME_PLAYERS,
  GAME_REFUSALS,
  GAME_STORIES,
  type GameKind,
  type GameRecord,
  type GameView,
  gameOfferText,
  GO_SCORINGS,
  GO_SIZES,
  type ListedGame,
  may,
  type MessageView,
  type OfferGameBody,
  type Phrase,
  ROOMS,
  type PlayBody,
  THREAD_MESSAGES,
} from '@oniverse/contracts';
import {
  appendGameEvent,
  type LockedGame,
  lockGame,
  readGame,
  startLockedGame,
  type StoredGameEvents,
} from '@oniverse/data';
import {
  drawSecret,
  eventOf,
  type GameCommand,
  GameRefusal,
  type GameRefusalCode,
  readPosition,
} from '@oniverse/games';
import {
  invalidField,
  LivePublisher,
  notFound,
  ProblemError,
  type RateLimit,
  RateLimits,
} from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, MemberChanges, Quotas, requireRow, retryDeadlocks } from '../../shared/index.js';
import { ChannelFeed } from '../messages/channel-feed.js';
import { MessageChangesService } from '../messages/message-changes.service.js';
import { MessagesService } from '../messages/messages.service.js';
import { ThreadSummaries } from '../messages/thread-summaries.js';
import { ThreadsService } from '../threads/threads.service.js';
import { type GamesPage, GamesRepository, type NewGame } from './games.repository.js';

/** A game as it is offered, without who offers it. */
type GameOffer = Omit<NewGame, 'userId'>;

interface SentOffer {
  message: MessageView;
  /** False if the nonce was used before. */
  created: boolean;
}

/** What a change of a game returns, for what follows its commit. */
interface GameChange {
  stored?: StoredGameEvents;
}

const MOVE_LIMIT: RateLimit = { name: 'moves', points: 20, seconds: 10 };
const SEED_BYTES = 16;
const SECRET_BYTES = 32;
/** Refusals of what the player wrote. All others say that the moment is wrong. */
const WRITTEN: ReadonlySet<GameRefusalCode> = new Set(['illegal_move', 'ambiguous_move', 'unknown_word']);

const isForTwo = (kind: GameKind): boolean => GAME_PLAYERS[kind].max === 2;
const otherSeat = (seat: number): number => 1 - seat;
const playerIds = ({ players }: LockedGame): string[] => [...players.values()].filter((id) => id !== null);
const seatOf = ({ players }: LockedGame, userId: string): number | undefined =>
  [...players].find(([, playerId]) => playerId === userId)?.[0];
const tooLate = (phrase: Phrase): ProblemError => new ProblemError('already_used', phrase);

/** Games. Their events are messages of a thread, stored under its lock; the rules are those of libs/games. */
@Injectable()
export class GamesService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly limits: RateLimits,
    private readonly repository: GamesRepository,
    private readonly messages: MessagesService,
    private readonly messageChanges: MessageChangesService,
    private readonly threads: ThreadsService,
    private readonly summaries: ThreadSummaries,
    private readonly feed: ChannelFeed,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Offers a game by a message in a channel or conversation.
   * @throws ProblemError `validation_failed`, `quota_reached`; `forbidden` in a thread, and for an invited member who may not play
   * there; otherwise as `MessagesService.send`
   */
  async offer(userId: string, channelId: string, { nonce, ...body }: OfferGameBody): Promise<SentOffer> {
    return this.sendOffer(userId, channelId, nonce, offerOf(userId, body));
  }

  /**
   * Offers a finished game again. With two players, they change seats.
   * @throws ProblemError `forbidden` for others than its players, `already_used` before its end; otherwise as `offer`
   */
  async offerRematch(userId: string, gameId: string, nonce: string): Promise<SentOffer> {
    await this.access.requireChannelRead(userId, gameId);
    const { game, place } = requireRow(await this.repository.find(userId, gameId));
    const own = game.players.find((player) => player.userId === userId);
    if (!own) throw new ProblemError('forbidden', GAME_MESSAGES.notAPlayer);
    if (game.status !== 'over') throw tooLate(GAME_MESSAGES.gameNotOver);
    const { kind, size, scoring, story, position, bankSeconds, moveSeconds } = game;
    const other = isForTwo(kind) ? game.players.find(({ seat }) => seat !== own.seat)?.userId : undefined;
    return this.sendOffer(userId, place.parentId, nonce, {
      kind,
      size,
      scoring,
      story,
      position,
      bankSeconds,
      moveSeconds,
      invitedId: other ?? undefined,
      seat: isForTwo(kind) ? otherSeat(own.seat) : 0,
    });
  }

  /** Sends the message of a game, then adds the game to its thread. Repeating both with the nonce changes nothing. */
  private async sendOffer(
    userId: string,
    channelId: string,
    nonce: string,
    offer: GameOffer,
  ): Promise<SentOffer> {
    const { parentId } = await this.access.requireChannelRead(userId, channelId);
    if (parentId !== null) throw new ProblemError('forbidden', THREAD_MESSAGES.nested);
    // A message must not offer a game that is refused.
    await this.changes.runChange(userId, async ({ manager }) => {
      if (await this.repository.findSent(manager, { channelId, userId, nonce })) return;
      await this.messages.requireAccepted(channelId, manager);
      await this.quotas.requireCapacity(manager, 'unfinishedGames', userId);
      const { invitedId } = offer;
      if (invitedId === undefined) return;
      if (await this.repository.mayPlay(manager, channelId, invitedId, [userId])) return;
      throw new ProblemError('forbidden', GAME_MESSAGES.cannotInvite);
    });
    const { message, created } = await this.messages.send(userId, channelId, {
      content: gameOfferText(offer),
      nonce,
    });
    const publishOffer = await retryDeadlocks(() =>
      this.changes.runChange(userId, async ({ manager }) => {
        const gameId = await this.threads.createWithin(manager, userId, message.id);
        await this.repository.insert(manager, gameId, { ...offer, userId });
        return this.messageChanges.touchWithin(manager, message.id);
      }),
    );
    publishOffer();
    const [offered] = await this.messages.listByIds(userId, [message.id]);
    return { message: requireRow(offered), created };
  }

  /**
   * Takes the next free seat. A game for two starts then.
   * @throws ProblemError `not_found`, `quota_reached`, the refusals of writing; `already_used` if the game started, `forbidden` if the
   * seat is kept for another member, or a block is between the players
   */
  async join(userId: string, gameId: string): Promise<GameView> {
    return this.change(userId, gameId, async (manager, game) => {
      if (seatOf(game, userId) !== undefined) return {};
      if (game.status !== 'open') throw tooLate(GAME_MESSAGES.gameStarted);
      if (game.invitedId !== null && game.invitedId !== userId) {
        throw new ProblemError('forbidden', GAME_MESSAGES.seatKept);
      }
      const seats = Array.from({ length: GAME_PLAYERS[game.kind].max }, (_, seat) => seat);
      const free = seats.find((seat) => !game.players.has(seat));
      if (free === undefined) throw tooLate(GAME_MESSAGES.seatsTaken);
      if (!(await this.repository.mayPlay(manager, gameId, userId, playerIds(game)))) {
        throw new ProblemError('forbidden', GAME_MESSAGES.cannotPlayTogether);
      }
      await this.quotas.requireCapacity(manager, 'unfinishedGames', userId);
      await this.repository.takeSeat(manager, gameId, free, userId);
      if (!isForTwo(game.kind)) return {};
      return this.startWithin(
        manager,
        { ...game, players: new Map([...game.players, [free, userId]]) },
        userId,
      );
    });
  }

  /** Gives a seat back, or withdraws the game. @throws ProblemError `not_found`, `forbidden`, `already_used` after its start */
  async leave(userId: string, gameId: string): Promise<GameView> {
    return this.change(userId, gameId, async (manager, game) => {
      if (game.status !== 'open') throw tooLate(GAME_MESSAGES.gameStarted);
      if (seatOf(game, userId) === undefined) throw new ProblemError('forbidden', GAME_MESSAGES.notAPlayer);
      const remaining = playerIds(game).filter((id) => id !== userId);
      if (game.starterId === userId) await this.repository.withdraw(manager, gameId);
      else await this.repository.reseat(manager, gameId, remaining);
      return {};
    });
  }

  /** Starts a game of several players. @throws ProblemError `not_found`, `forbidden`, `already_used` */
  async start(userId: string, gameId: string): Promise<GameView> {
    return this.change(userId, gameId, async (manager, game) => {
      if (game.starterId !== userId) throw new ProblemError('forbidden', GAME_MESSAGES.onlyStarterStarts);
      if (game.status !== 'open') throw tooLate(GAME_MESSAGES.gameStarted);
      if (game.players.size < GAME_PLAYERS[game.kind].min) throw tooLate(GAME_MESSAGES.tooFewPlayers);
      return this.startWithin(manager, game, userId);
    });
  }

  private async startWithin(manager: EntityManager, game: LockedGame, userId: string): Promise<GameChange> {
    const random = {
      seed: randomBytes(SEED_BYTES).toString('hex'),
      ...(game.kind === 'words' && { secret: drawSecret(randomBytes(SECRET_BYTES)) }),
    };
    return { stored: await startLockedGame(manager, game, { userId, nonce: randomUUID(), ...random }) };
  }

  /**
   * Stores what a player does, after the rules accepted it.
   * @returns the message of the event; `created` is false if the nonce was used before
   * @throws ProblemError `not_found`, the refusals of writing; `forbidden` for others than the players, `validation_failed` for a move
   * against the rules, `already_used` if it is not the moment for it, `rate_limited`
   */
  async play(userId: string, gameId: string, { type, move, nonce }: PlayBody): Promise<SentOffer> {
    await this.limits.consume(MOVE_LIMIT, userId);
    const command = commandOf(type, move);
    await this.access.requireChannelRead(userId, gameId);
    const { messageId, stored } = await retryDeadlocks(() =>
      this.changes.runChange(userId, async ({ manager }) => {
        const game = requireRow(await lockGame(manager, gameId));
        const sent = await this.repository.findSent(manager, { channelId: gameId, userId, nonce });
        if (sent !== undefined) return { messageId: sent };
        await this.access.requireChannelWrite(userId, gameId, manager);
        const seat = seatOf(game, userId);
        if (seat === undefined) throw new ProblemError('forbidden', GAME_MESSAGES.notAPlayer);
        if (game.status === 'open') throw tooLate(GAME_MESSAGES.gameNotStarted);
        const state = await readGame(manager, game);
        const stored = await refuseByRules(async () => {
          const event = eventOf(state, seat, command, game.secret ?? undefined);
          return appendGameEvent(manager, game, state, { event, userId, nonce });
        });
        return { messageId: requireRow(stored.messageIds[0]), stored };
      }),
    );
    await this.publish(userId, gameId, { ...(stored && { stored }) });
    const [message] = await this.messages.listByIds(userId, [messageId]);
    return { message: requireRow(message), created: stored !== undefined };
  }

  /** Returns a game with its events. @param viewerId null for a visitor @throws ProblemError `not_found` */
  async get(viewerId: string | null, gameId: string): Promise<GameRecord> {
    const { game, place } = requireRow(await this.repository.find(viewerId, gameId));
    const [events, pauses, mayOpenToVisitors] = await Promise.all([
      this.repository.listEvents(gameId),
      this.repository.listPauses(game),
      viewerId !== null && this.mayOpenToVisitors(viewerId, gameId, place),
    ]);
    return { game, place, events, now: new Date().toISOString(), pauses, mayOpenToVisitors };
  }

  private async mayOpenToVisitors(
    userId: string,
    gameId: string,
    { serverId }: ListedGame['place'],
  ): Promise<boolean> {
    const standing = serverId === null ? null : await this.access.findStanding(userId, serverId);
    if (standing === null || !may(standing, 'manageChannels')) return false;
    return this.repository.isInPublicChannel(gameId);
  }

  /** Requires that visitors may read a game. @throws ProblemError `not_found` */
  async requireOpenToVisitors(gameId: string): Promise<void> {
    requireRow(await this.repository.find(null, gameId));
  }

  /** Returns the games of a channel or a member that the reader may read, newest first. */
  async list(userId: string, page: GamesPage): Promise<Page<ListedGame>> {
    const rows = await this.repository.listPage(userId, page);
    return Page.of(rows, page.limit, ({ game, place }) => ({ game, place }));
  }

  /** Returns the newest games that are open to visitors and going on. */
  async listOpen(): Promise<ListedGame[]> {
    const rows = await this.repository.listOpen();
    return rows.map(({ game, place }) => ({ game, place }));
  }

  /**
   * Lets visitors read a game, or ends that.
   * @throws ProblemError `not_found`, the refusal of the permission; `forbidden` where visitors read nothing
   */
  async openToVisitors(userId: string, gameId: string, isOpen: boolean): Promise<GameView> {
    const { serverId } = await this.access.requireChannelRead(userId, gameId);
    if (serverId === null) throw new ProblemError('forbidden', GAME_MESSAGES.visitorsNeedPublic);
    await this.access.requireServer(userId, serverId, 'manageChannels');
    await this.changes.runChange(userId, async ({ manager }) => {
      if (!(await lockGame(manager, gameId))) throw notFound();
      if (isOpen && !(await this.repository.isInPublicChannel(gameId, manager))) {
        throw new ProblemError('forbidden', GAME_MESSAGES.visitorsNeedPublic);
      }
      await this.repository.setOpenToVisitors(manager, gameId, isOpen);
      await this.repository.markStale(manager, gameId);
    });
    const room = ROOMS.game(gameId);
    if (!isOpen) this.live.publish('game:changed', room, { gameId });
    const game = await this.publish(userId, gameId, {});
    if (!isOpen) this.live.leaveRooms(room, room);
    return game;
  }

  /** Runs a change of a locked game for a member who may write there, publishes it, and returns the game. */
  private async change(
    userId: string,
    gameId: string,
    run: (manager: EntityManager, game: LockedGame) => Promise<GameChange>,
  ): Promise<GameView> {
    await this.access.requireChannelRead(userId, gameId);
    const change = await retryDeadlocks(() =>
      this.changes.runChange(userId, async ({ manager }) => {
        const game = requireRow(await lockGame(manager, gameId));
        await this.access.requireChannelWrite(userId, gameId, manager);
        const changed = await run(manager, game);
        await this.repository.markStale(manager, gameId);
        return changed;
      }),
    );
    return this.publish(userId, gameId, change);
  }

  /** Publishes the events that a change stored, and the game. Must be called after the commit. */
  private async publish(userId: string, gameId: string, { stored }: GameChange): Promise<GameView> {
    if (stored) this.feed.publishQuietly(gameId, await this.messages.listByIds(userId, stored.messageIds));
    this.summaries.announce(gameId);
    const { game } = requireRow(await this.repository.find(userId, gameId));
    if (game.isOpenToVisitors) this.live.publish('game:changed', ROOMS.game(gameId), { gameId });
    return game;
  }
}

/** Returns what a body offers, with the usual options. @throws ProblemError `validation_failed` */
function offerOf(userId: string, body: Omit<OfferGameBody, 'nonce'>): GameOffer {
  const { kind, size, scoring, story, position, bankSeconds, moveSeconds, invitedId } = body;
  const wrong = clockProblem(body);
  if (wrong) {
    throw invalidField(wrong, wrong === 'bankSeconds' ? GAME_MESSAGES.badBank : GAME_MESSAGES.badMoveTime);
  }
  if (invitedId === userId) throw invalidField('invitedId', GAME_MESSAGES.ownSeat);
  if (invitedId !== undefined && !isForTwo(kind)) {
    throw invalidField('invitedId', GAME_MESSAGES.noInvitation);
  }
  return {
    kind,
    bankSeconds,
    moveSeconds,
    invitedId,
    ...(kind === 'go' && { size: size ?? GO_SIZES[0], scoring: scoring ?? GO_SCORINGS[0] }),
    ...(kind === 'adventure' && { story: story ?? GAME_STORIES[0] }),
    ...(position !== undefined && startPosition(kind, position)),
    seat: isForTwo(kind) ? randomInt(2) : 0,
  };
}

function commandOf(type: PlayBody['type'], move: string | undefined): GameCommand {
  if (type !== 'move') return { type };
  if (move === undefined) throw invalidField('move', GAME_MESSAGES.moveRequired);
  return { type, move };
}

/** Returns the position that a game starts from, and the size of its board. @throws ProblemError `validation_failed` */
function startPosition(kind: GameKind, text: string): Pick<GameOffer, 'position' | 'size'> {
  try {
    return readPosition(kind, text);
  } catch (error) {
    if (!(error instanceof GameRefusal)) throw error;
    throw invalidField('position', GAME_REFUSALS[error.code]);
  }
}

/** Runs what the rules of a game may refuse. @throws ProblemError `validation_failed` or `already_used` */
async function refuseByRules<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof GameRefusal)) throw error;
    const phrase = GAME_REFUSALS[error.code];
    throw WRITTEN.has(error.code) ? invalidField('move', phrase) : tooLate(phrase);
  }
}
