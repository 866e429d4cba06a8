import { useEffect } from 'react';
import { create } from 'zustand';

/** The files that are played or shown large. Lists keep their rows, which would end it, although they are out of view. */
export const useFilesInUse = create<{ ids: readonly string[] }>(() => ({ ids: [] }));

/** Marks a file as in use while the component is mounted; undefined for none. */
export function useInUse(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    useFilesInUse.setState(({ ids }) => ({ ids: [...ids, id] }));
    return () => useFilesInUse.setState(({ ids }) => ({ ids: ids.toSpliced(ids.indexOf(id), 1) }));
  }, [id]);
}
