/** SQL for the next `updated_at` of a locked server row: at least 1 ms later, so that clients can order changes. */
export const NEXT_UPDATED_AT = `greatest(clock_timestamp(), updated_at + interval '1 millisecond')`;
