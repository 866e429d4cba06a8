/**
 * What glibc reads before a process begins that decodes pictures; docker-compose.yml says the same. Else each thread
 * keeps what it freed; and once something large was freed, glibc keeps all that is smaller than that, up to 32 MB.
 * Source: mallopt(3), M_ARENA_MAX and M_MMAP_THRESHOLD.
 */
export const PICTURE_WORK_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' } as const;
