import { getMemberCard } from '@oniverse/contracts';
import { queryOf } from '../../../api/calls.js';

/** No live events announce changes of other members' profiles. */
const FRESH_MS = 15_000;

/** Fails with 404 if the member is private or gone. */
export const memberCardQuery = (username: string) => queryOf(getMemberCard, { username }, FRESH_MS);
