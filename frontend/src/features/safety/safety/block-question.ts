import { create } from 'zustand';
import type { NamedMember } from './safety.queries.js';

/** The member that the reader is asked about. The question outlives the menu that opened it. */
export const useBlockQuestion = create<{ member: NamedMember | null }>(() => ({ member: null }));

export const askToBlock = (member: NamedMember): void => useBlockQuestion.setState({ member });

export const closeBlockQuestion = (): void => useBlockQuestion.setState({ member: null });
