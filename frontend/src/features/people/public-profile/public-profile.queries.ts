import { getProfile, listMemberBoards, listMemberImages, listMemberPosts } from '@oniverse/contracts';
import { listOf, queryOf } from '../../../api/calls.js';

/** No live events announce changes of other members' profiles. */
const FRESH_MS = 60_000;

/** Fails with 404 if the page does not exist or is private. */
export const publicProfileQuery = (username: string) => queryOf(getProfile, { username }, FRESH_MS);

export const publicPostsQuery = (username: string) =>
  listOf(listMemberPosts, { username, query: { limit: 10 } }, FRESH_MS);

/** @param boardId of a board of the member, for the pictures on it */
export const publicPicturesQuery = (username: string, boardId: string | undefined) =>
  listOf(listMemberImages, { username, query: { limit: 24, boardId } }, FRESH_MS);

/** The boards on which the member shows pictures. */
export const publicBoardsQuery = (username: string) => queryOf(listMemberBoards, { username }, FRESH_MS);
